"""How shapes, times, numbers and sentences look in templates."""

from datetime import datetime

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import now

register = template.Library()

MINUTE, HOUR, DAY = 60, 3600, 86400
# Where two decimals would round a number up to certainty, three are shown.
NEARLY_SURE = 0.985


@register.simple_tag
def shape(name: str) -> SafeString:
    """The outline of a status; the word beside it says the same."""
    return format_html(
        '<svg class="shape" viewBox="0 0 16 16" aria-hidden="true">'
        '<use href="{}#{}"></use></svg>',
        static("shapes.svg"),
        name,
    )


@register.simple_tag
def status(name: str, word: str = "") -> SafeString:
    """A status as shape, word and colour."""
    return format_html(
        '<span class="status" data-tone="{}">{}{}</span>',
        name,
        shape(name),
        word or name.capitalize(),
    )


@register.filter
def score(number: float | None) -> str:
    """A confidence in [0, 1]: two decimals, three close to certainty."""
    if number is None:
        return "none"
    # 1 − (1 − 0.225) is a hair below 0.225; both are shown alike.
    number = round(number, 9)
    return f"{number:.3f}" if NEARLY_SURE < number < 1 else f"{number:.2f}"


@register.filter
def share(number: float | None) -> str:
    """A share in [0, 1] as a percentage with one decimal."""
    return "not yet" if number is None else f"{number * 100:.1f} %"


@register.filter
def span(seconds: float) -> str:
    """A length of time in its largest whole unit: 9 min, 5 h, 12 d."""
    if seconds < MINUTE:
        return "under 1 min"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min"
    return f"{int(seconds // HOUR)} h" if seconds < DAY else f"{int(seconds // DAY)} d"


@register.filter
def age(moment: datetime | None) -> str:
    """How long ago a moment was."""
    return "" if moment is None else span((now() - moment).total_seconds())


@register.simple_tag
def when(moment: datetime | None, absent: str = "not stated") -> SafeString:
    """A moment for reading: the time if it is today, else the day; exact on hover."""
    if moment is None:
        return format_html("{}", absent)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        moment.isoformat(timespec="seconds"),
        f"{moment:%-d %b %Y, %H:%M} UTC",
        _spoken(moment),
    )


def _spoken(moment: datetime) -> str:
    today = now()
    if moment.date() == today.date():
        return f"{moment:%H:%M}"
    return f"{moment:%-d %b}" if moment.year == today.year else f"{moment:%-d %b %Y}"


@register.filter
def thousands(count: int) -> str:
    """A count in groups of three digits."""
    return f"{count:,}"


@register.filter
def plural(count: int, words: str) -> str:
    """The count with its noun, `words` being "claim,claims"."""
    one, many = words.split(",")
    return f"{count:,} {one if count == 1 else many}"
