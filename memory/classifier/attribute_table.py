"""The table of attributes: which kind of quantity a word asks for."""

from dataclasses import dataclass

# A kind and one unit that has its dimensions.
EXAMPLES = {
    "mass": "kg",
    "force": "N",
    "length": "metre",
    "area": "m**2",
    "volume": "m**3",
    "time": "second",
    "speed": "metre/second",
    "acceleration": "metre/second**2",
    "energy": "J",
    "power": "W",
    "pressure": "Pa",
    "voltage": "V",
    "current": "A",
    "resistance": "ohm",
    "charge": "C",
    "temperature": "kelvin",
    "density": "kg/m**3",
    "data": "bit",
    "data rate": "bit/second",
    "momentum": "kg*metre/second",
    "frequency": "Hz",
    "volume flow": "m**3/second",
    "irradiance": "W/m**2",
    "capacitance": "F",
    "magnetic field": "T",
    "stiffness": "N/metre",
}
# What is usually meant, for the message.
NEEDS = {
    "mass": "kg",
    "force": "N",
    "energy": "J or kWh",
    "power": "W",
    "torque": "N·m",
    "data rate": "bit/s",
    "data": "bytes",
    "area": "m²",
    "volume": "m³",
    "speed": "m/s or km/h",
    "acceleration": "m/s²",
    "density": "kg/m³",
    "pressure": "Pa or bar",
    "volume flow": "m³/s",
    "irradiance": "W/m²",
    "time": "seconds, hours or years",
}


@dataclass(frozen=True)
class Attribute:
    """A word, the kinds it can have, and the kinds it is known to be mixed up with."""

    wanted: tuple[str, ...]
    confused: frozenset[str]


def mixed_up(wanted: str, confused: str) -> Attribute:
    kinds = frozenset(confused.replace("_", " ").split(","))
    return Attribute(tuple(wanted.split("|")), kinds)


_MECHANICAL = "force,torque,power,pressure,volume,area,length,speed,time,momentum"
_BIG = "mass,area,volume,power,energy,voltage,current,force"
NOUNS = {
    "mass": mixed_up("mass", _MECHANICAL),
    "weight": mixed_up("mass|force", "power,pressure,area,length,speed,energy,torque"),
    "force|thrust|tension force": mixed_up(
        "force", "mass,power,energy,pressure,momentum,length,torque"
    ),
    r"battery(?:[’']s)? capacity|capacity of (?:the|its|a|our) batter(?:y|ies)": (
        mixed_up("energy", "power")
    ),
    r"(?:ssd|disk|drive|card|memory)\b[^.;]{0,30}\bcapacity": mixed_up(
        "data", "data rate,power"
    ),
    "torque": mixed_up("torque", "energy,power,force,mass,pressure"),
    "pressure": mixed_up("pressure", "mass,force,energy,power,voltage"),
    "energy": mixed_up("energy", "power,force,pressure,voltage,current"),
    "power|power output|rated power|peak power|peak output|rated output": mixed_up(
        "power", "energy,voltage,force,pressure,charge"
    ),
    "speed|velocity|top speed|speed limit|gusts?|wind speed|airspeed": mixed_up(
        "speed", "length,time,acceleration,mass,power"
    ),
    "acceleration": mixed_up("acceleration", "speed,length,time,force"),
    "area|floor area|surface": mixed_up("area", "length,volume,mass"),
    "volume": mixed_up("volume", "length,area,pressure"),
    "length|height|width|depth|diameter|radius|thickness|distance|altitude|wingspan"
    "|circumference|perimeter|wavelength|elevation|rainfall|snowfall|precipitation": (
        mixed_up("length", _BIG + ",time,frequency,temperature,speed")
    ),
    "duration|half-life|lifetime|latency|delay|response time|travel time|waiting time"
    "|lead time|lifespan|life expectancy": mixed_up(
        "time", "length,speed,mass,power,energy,frequency,data,data_rate,temperature"
    ),
    "irradiance|insolation|heat flux|power density|radiant flux density": mixed_up(
        "irradiance", "power,energy,pressure,temperature"
    ),
    "stress|tensile strength|yield strength|shear strength|compressive strength": (
        mixed_up("pressure", "force,mass,energy,length")
    ),
    "bending moment": mixed_up("torque", "force,mass,pressure,length"),
    "capacitance": mixed_up("capacitance", "voltage,charge,energy,current"),
    "magnetic field|flux density": mixed_up("magnetic field", "force,voltage,current"),
    "stiffness|spring constant": mixed_up("stiffness", "force,pressure,energy,mass"),
    "work|heat output per day|kinetic energy|potential energy": mixed_up(
        "energy", "power,force,pressure,temperature"
    ),
    "luminosity|heat loss|heat output|electrical output|generating capacity"
    "|installed capacity|peak load": mixed_up("power", "energy,force,temperature"),
    "clock speed|clock rate": mixed_up("frequency", "speed,short time,length,data"),
    "file size|download size": mixed_up("data", "data rate,time,frequency"),
    "download speed|upload speed|throughput|broadband speed": mixed_up(
        "data rate", "data,frequency,length"
    ),
    "voltage": mixed_up("voltage", "current,power,energy,resistance"),
    "current": mixed_up("current", "voltage,power,energy,resistance"),
    "resistance": mixed_up("resistance", "voltage,current,power,energy"),
    "density": mixed_up("density", "mass,volume,length,pressure"),
    "temperature": mixed_up("temperature", "mass,length,power,pressure,voltage"),
    "bandwidth|data rate|transfer rate|bit rate|bitrate|memory bandwidth": mixed_up(
        "data rate", "data"
    ),
    "flow rate|flow": mixed_up("volume flow", "volume"),
    "frequency": mixed_up("frequency", "short time,length,mass"),
}
VERBS = {
    r"weigh(?:s|ed|ing)?": mixed_up(
        "mass|force", "torque,energy,power,pressure,length,volume,area,time,speed"
    ),
    r"stor(?:es?|ed|ing)|battery\b[^.;]{0,30}\bcapacity of": mixed_up(
        "energy", "power"
    ),
    r"(?:is|are|was|were|be) rated (?:at|for)": mixed_up("power", "energy"),
    r"draws?|drew|drawing": mixed_up("power", "energy"),
    r"accelerat(?:es?|ed|ing) at": mixed_up("acceleration", "speed,length,time"),
    r"last(?:s|ed|ing)": mixed_up("time", "length,speed,mass,power,energy"),
    r"(?:journey|flight|trip|ride|drive|meeting|crossing) (?:took|takes|lasts?)": (
        mixed_up("time", "length,speed,mass")
    ),
    r"(?:drove|drives?|driving|travell?ed|travels?|cruis(?:es|ed|ing)|moving|moves?)"
    r" at": mixed_up("speed", "length"),
    r"covers? an area": mixed_up("area", "length,volume,mass"),
    r"(?:disk|disc|drive|memory|card|stick) (?:holds?|stores?|has)": mixed_up(
        "data", "data rate,time,power"
    ),
}
