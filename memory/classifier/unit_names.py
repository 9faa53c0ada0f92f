"""The curated table of unit names: what people write, and the one name it has here.

Canonical names are names the unit registry knows (`units.py`), so that the table is
the only way from text to a unit.
"""

from memory.classifier.currencies import currency_names

SI = {
    "": "",
    "k": "kilo",
    "M": "mega",
    "G": "giga",
    "T": "tera",
    "m": "milli",
    "µ": "micro",
    "μ": "micro",
    "u": "micro",
    "n": "nano",
    "p": "pico",
    "P": "peta",
    "h": "hecto",
    "c": "centi",
    "d": "deci",
}
_COMMON = "k M G T m µ μ u n p"
# symbol -> prefixes it is written with
_SYMBOLS = {
    "W": _COMMON,
    "Wh": "k M G T m",
    "J": _COMMON,
    "N": "k M m µ",
    "Pa": "k M G h m",
    "Hz": "k M G T m",
    "V": "k M m µ μ",
    "A": "k m µ μ n",
    "F": "m µ μ u n p",
    "Ω": "k M m",
    "T": "m µ μ",
    "g": "k m µ μ u n p",
    "m": "k m µ μ u n p c d",
    "l": "m µ μ c d h",
    "L": "m µ μ c d",
    "s": "m µ μ u n p",
    "eV": "k M G T m",
    "bar": "m",
    "mol": "k m µ μ n p",
    "Sv": "m µ μ",
    "Gy": "m",
    "Bq": "k M G T",
    "cal": "k",
    "B": "k K M G T P",
    "bit": "k M G T",
    "K": "m",
    "t": "k M",
    "VA": "k M",
    "Ah": "m k",
    "S": "m µ μ",
    "H": "m µ μ",
    "C": "m µ μ",
    "lm": "k",
    "M": "m µ μ n",
}
_SPECIAL = {
    "kelvin": "kelvins|°K|degrees Kelvin",
    "%": "percent|per cent|pct|％|pc|percents|per-cent",
    "pp": "percentage point|percentage points|percent points|%-points|% points"
    "|ppts|ppt|percentage-point|p.p.",
    "bp": "bps|basis point|basis points",
    "permille": "‰|per mille|per mil",
    "ppm": "parts per million",
    "ppb": "parts per billion",
    "dB": "decibel|decibels|dBA|dB(A)|dBm|dBi|db",
    "second": "seconds|sec|secs|second",
    "minute": "minutes|min|mins",
    "hour": "hours|h|hr|hrs",
    "day": "days",
    "week": "weeks|wk|wks",
    "fortnight": "fortnights",
    "month": "months|mo",
    "year": "years|yr|yrs|annum|yo|y/o",
    "decade": "decades",
    "century": "centuries",
    "metre": "meter|meters|metres",
    "inch": "inches|″",
    "foot": "feet|ft",
    "yard": "yards|yd|yds",
    "mile": "miles|mi",
    "nmi": "nautical mile|nautical miles",
    "lightyear": "light year|light years|light-year|light-years",
    "tonne": "tonnes|t|metric ton|metric tons|metric tonnes",
    "ton": "tons|short ton|short tons",
    "pound": "lb|lbs|pounds",
    "ounce": "ounces|oz",
    "stone": "",
    "carat": "carats",
    "fluid_ounce": "fluid ounce|fluid ounces|fl oz|US fluid ounce|US fluid ounces",
    "teaspoon": "teaspoons|tsp",
    "tablespoon": "tablespoons|tbsp",
    "bushel": "bushels",
    "parsec": "parsecs",
    "micron": "microns",
    "metric_horsepower": "PS|metric horsepower",
    "millennium": "millennia",
    "acre": "acres",
    "hectare": "hectares|ha",
    "litre": "liter|liters|litres|L|l",
    "gallon": "gallons|gal|US gallon|US gallons",
    "imperial_gallon": "imperial gallon|imperial gallons|UK gallons",
    "pint": "pints",
    "quart": "quarts",
    "cup": "cups",
    "barrel": "barrels|bbl",
    "barrel/day": "bpd|b/d|barrels a day",
    "megapixel": "MP|megapixels|Mpx",
    "cc": "",
    "km/hour": "kph|kmh|kmph|kilometres an hour|kilometers an hour",
    "mile/hour": "mph|miles an hour",
    "mile/gallon": "mpg",
    "knot": "knots|kn",
    "rpm": "revolutions per minute|r/min",
    "fps": "frames per second",
    "bpm": "beats per minute",
    "foot**3/minute": "cfm",
    "psi": "",
    "ksi": "",
    "psig": "psi(g)",
    "barg": "bar(g)|bar gauge",
    "bara": "bar(a)|bar absolute",
    "atm": "atmospheres|atmosphere|standard atmosphere|standard atmospheres",
    "mmHg": "mm Hg",
    "torr": "",
    "hp": "horsepower|bhp",
    "btu": "BTU|BTUs",
    "degree": "°|deg|degrees",
    "radian": "radians|rad",
    "GeV": "",
    "kWp": "",
    "Mbit/second": "Mbps|Mb/s|Mbit/s|megabits per second|MBit/s",
    "Gbit/second": "Gbps|Gb/s|Gbit/s|gigabits per second",
    "kbit/second": "kbps|kb/s|kbit/s|kilobits per second",
    "bit/second": "bps|bits per second",
    "Mbit": "Mb|megabit|megabits",
    "Gbit": "Gb|gigabit|gigabits",
    "kbit": "kb|kilobit|kilobits",
    "bit": "bits",
    "B": "byte|bytes",
    "kB": "KB|kilobyte|kilobytes",
    "MB": "megabyte|megabytes",
    "GB": "gigabyte|gigabytes",
    "TB": "terabyte|terabytes",
    "KiB": "kibibyte|kibibytes",
    "MiB": "mebibyte|mebibytes",
    "GiB": "gibibyte|gibibytes",
    "TiB": "tebibyte|tebibytes",
    "ohm": "Ω|ohms|Ohm|Ohms",
    "kohm": "kΩ|kilohm|kilohms|kilo-ohm",
    "Mohm": "MΩ",
    "sen": "",
    "cent": "cents|¢|c",
    "pence": "penny|p",
    "N*m": "Nm|N·m|N m|newton metre|newton metres|newton meters|newton-metres",
    "pound*foot": "pound-feet|lb-ft|pound-foot|lb ft|foot-pounds|ft-lb",
    "m**2": "square metres|square meters|square metre|square meter|sq m|sqm|m2|m²",
    "m**3": "cubic metres|cubic meters|cubic metre|cubic meter|m3|m³|cbm",
    "km**2": "square kilometres|square kilometers|square kilometre|sq km|km2|km²",
    "cm**2": "square centimetres|square centimeters|square centimetre|cm2|cm²",
    "cm**3": "cubic centimetres|cubic centimeters|cubic centimeter|cm3|cm³",
    "inch**2": "square inches|square inch|sq in",
    "inch**3": "cubic inches|cubic inch",
    "mm**2": "mm2|mm²",
    "mm**3": "mm3|mm³",
    "foot**2": "square feet|square foot|square-foot|sq ft|sq. ft|ft2|ft²|sqft",
    "foot**3": "cubic feet|cubic foot|ft3|ft³",
    "mile**2": "square miles|square mile|sq mi",
    "kWh": "kilowatt-hour|kilowatt-hours|kilowatt hours|kilowatt hour|kW·h|kW h",
    "MWh": "megawatt-hours|megawatt-hour|megawatt hours|megawatt hour",
    "GWh": "gigawatt-hours|gigawatt hours|gigawatt hour",
    "TWh": "terawatt-hours|terawatt hours|terawatt hour",
    "Wh": "watt-hours|watt-hour|watt hours",
}
# Degrees are written with a sign, a word or its short form before the scale, and the
# scales are often misspelt.
_DEGREE = ("", "°", "° ", "deg ", "deg. ", "degree ", "degrees ")
_HEAT = {
    "degC": "C|Celsius|celsius|Celcius|celcius|centigrade|Centigrade|centigrate",
    "degF": "F|Fahrenheit|fahrenheit|Farenheit|farenheit|Fahrenheight|fahrenheight",
}
_LONG = {
    "W": "watt",
    "J": "joule",
    "N": "newton",
    "Pa": "pascal",
    "Hz": "hertz",
    "V": "volt",
    "A": "ampere amp",
    "F": "farad",
    "g": "gram gramme",
    "m": "metre meter",
    "L": "litre liter",
    "s": "second",
    "eV": "electronvolt",
    "cal": "calorie",
    "mol": "mole",
    "Sv": "sievert",
    "T": "tesla",
    "t": "tonne",
    "bar": "bar",
}
# The same thing under another spelling, settled after the parts are known.
CANONICAL = {
    "s": "second",
    "m": "metre",
    "l": "L",
    "litre": "L",
    "ml": "mL",
    "cl": "cL",
    "dl": "dL",
    "µl": "µL",
    "K": "kelvin",
    "t": "tonne",
    "KB": "kB",
    "Ω": "ohm",
    "kΩ": "kohm",
    "MΩ": "Mohm",
    "mΩ": "mohm",
}


def _prefixed() -> dict[str, str]:
    table: dict[str, str] = {}
    for symbol, prefixes in _SYMBOLS.items():
        table[symbol] = symbol
        for prefix in prefixes.split():
            table[prefix + symbol] = prefix.replace("μ", "µ").replace("u", "µ") + symbol
    return table


def _long_names() -> dict[str, str]:
    short = {v: k for k, v in SI.items() if k not in ("μ", "u")}
    table: dict[str, str] = {}
    for symbol, names in _LONG.items():
        for name in names.split():
            for word, prefix in short.items():
                plural = name if name.endswith("z") else name + "s"
                table[word + name] = table[word + plural] = prefix + symbol
    return table


def _degrees() -> dict[str, str]:
    table = {"℃": "degC", "℉": "degF"}
    for unit, names in _HEAT.items():
        spelt = [d + name for d in _DEGREE for name in names.split("|")]
        table |= {name: unit for name in spelt if len(name) > 1}
    return table


def _aliases() -> dict[str, str]:
    table = currency_names() | _prefixed() | _long_names()
    table |= _degrees()
    table |= {f"{prefix}hz": f"{prefix}Hz" for prefix in ("", "k", "M", "G")}
    table |= {"degC": "degC", "degF": "degF", "gb": "GB", "tb": "TB"}
    for name, written in _SPECIAL.items():
        table[name] = name
        table |= {alias: name for alias in written.split("|") if alias}
    return {alias: CANONICAL.get(name, name) for alias, name in table.items()}


ALIASES = _aliases()
TIME = frozenset(
    ("second", "minute", "hour", "day", "week", "month", "year", "decade", "century")
)
