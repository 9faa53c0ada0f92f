"""Django's settings, each value that a deployment may change read from its environment.

Importing this needs no environment and no running server: without addresses the
database and the broker are the ones that `make run` starts on the data folder.
"""

from pathlib import Path

import django_stubs_ext
from django.utils.csp import CSP
from psycopg.conninfo import conninfo_to_dict

from config import env, places, pool
from config.secret import secret_key

# Lets annotations name what a Django class holds: ModelAdmin[Claim], QuerySet[Claim].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
WARRANT_DATA = env.folder("WARRANT_DATA", BASE_DIR / "var")
DEBUG = env.flag("DEBUG")
HTTPS = env.flag("WARRANT_HTTPS")
SECRET_KEY = env.text("SECRET_KEY") or secret_key(WARRANT_DATA)
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))

DATABASE_URL = env.url(
    "DATABASE_URL",
    ("postgresql", "postgres"),
    places.database_url(WARRANT_DATA),
)
REDIS_URL = env.url(
    "REDIS_URL", ("redis", "rediss", "unix"), places.redis_url(WARRANT_DATA)
)

# The model that distils episodes; without an address and a name there is none.
OPENAI_BASE_URL = env.url("OPENAI_BASE_URL", ("https", "http"))
OPENAI_API_KEY = env.text("OPENAI_API_KEY")
WARRANT_MODEL = env.text("WARRANT_MODEL")
# In seconds: all that one run may spend on the model. A worker begins its last run
# up to 20 s after it was woken, and the soft limit below has to be later than both.
WARRANT_MODEL_SECONDS = env.number("WARRANT_MODEL_SECONDS", 180, 1, 200)
# In seconds: all that one passage through the gate may take to look.
WARRANT_GATE_SECONDS = env.number("WARRANT_GATE_SECONDS", 5, 1, 60)
# Where the chat proxy passes messages on to, with its own key.
WARRANT_PROXY_UPSTREAM = env.url(
    "WARRANT_PROXY_UPSTREAM", ("https", "http"), OPENAI_BASE_URL
)
WARRANT_PROXY_KEY = env.text("WARRANT_PROXY_KEY", OPENAI_API_KEY)
# In seconds: how long the model behind the proxy may be silent.
WARRANT_PROXY_SECONDS = env.number("WARRANT_PROXY_SECONDS", 120, 1, 3600)
# Characters of an episode shown to the model at once.
WARRANT_MODEL_WINDOW = env.number("WARRANT_MODEL_WINDOW", 24_000, 1000, 1_000_000)
# The embedding model of the same address; without a name, one on this machine is used.
WARRANT_EMBEDDING_MODEL = env.text("WARRANT_EMBEDDING_MODEL")
WARRANT_EMBEDDING_DIMENSIONS = env.number("WARRANT_EMBEDDING_DIMENSIONS", 3072, 1, 3072)
# Money for a million tokens, and what a workspace may spend in a day (0: no limit).
WARRANT_PRICE_IN = env.amount("WARRANT_PRICE_IN")
WARRANT_PRICE_OUT = env.amount("WARRANT_PRICE_OUT")
WARRANT_SPEND_PER_DAY = env.amount("WARRANT_SPEND_PER_DAY")
if WARRANT_SPEND_PER_DAY and not (WARRANT_PRICE_IN or WARRANT_PRICE_OUT):
    raise env.BadSetting(
        "WARRANT_SPEND_PER_DAY", "WARRANT_PRICE_IN and WARRANT_PRICE_OUT beside it"
    )
# Tensions: how many are surfaced in the inbox at once, how often in seconds, and from
# how many claims on a node is a hub, which no collision is found across.
WARRANT_SURFACE_COUNT = env.number("WARRANT_SURFACE_COUNT", 5, 1, 1000)
WARRANT_SURFACE_SECONDS = env.number("WARRANT_SURFACE_SECONDS", 3600, 1, 31_536_000)
WARRANT_HUB_DEGREE = env.number("WARRANT_HUB_DEGREE", 50, 2, 1_000_000)
# The hosts that webhooks may go to; none unless listed.
WARRANT_WEBHOOK_HOSTS = env.names("WARRANT_WEBHOOK_HOSTS")
WARRANT_RATE_LIMIT = env.number("WARRANT_RATE_LIMIT", 6000, 1, 10_000_000)

INSTALLED_APPS = [
    "curation",
    "tension",
    "memory",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "ninja",
]
MIDDLEWARE = [
    "config.api.ErrorEnvelope",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "config.static.WholeFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

_parts = conninfo_to_dict(DATABASE_URL)
# An index of vectors is read until enough rows of the wanted kind have been found.
_VECTORS = "-c hnsw.ef_search=200 -c hnsw.iterative_scan=relaxed_order"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _parts.pop("dbname", "warrant"),
        "USER": _parts.pop("user", ""),
        "PASSWORD": _parts.pop("password", ""),
        "HOST": _parts.pop("host", ""),
        "PORT": _parts.pop("port", ""),
        "OPTIONS": {
            **_parts,
            "options": f"{_parts.pop('options', '')} {_VECTORS}".strip(),
            # A statement that a connection runs again and again keeps its plan.
            "server_side_binding": True,
            "prepare_threshold": 5,
            "pool": {
                # One that the server has closed is found out before use.
                "check": pool.check,
                "min_size": 1,
                "max_size": env.number("WARRANT_DB_POOL", 12, 1, 1000),
                "timeout": 10,
            },
        },
    }
}

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = False

STATIC_URL = "static/"
STATIC_ROOT = WARRANT_DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.HashedFiles"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
CSRF_FAILURE_VIEW = "curation.views.errors.csrf_failure"
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
]

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
# Believed only where a proxy that ends TLS, and always sets it, is in front.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None

CELERY_BROKER_URL = places.broker_url(REDIS_URL)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# In seconds. A task must be dead before its message may be delivered again.
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 270
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 2,
    "socket_connect_timeout": 2,
    "socket_timeout": 10,
}
# The row is what counts: a writer does not wait for a broker that is away.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = env.number("WARRANT_WORKERS", 2, 1, 256)
# Over all machines. Fewer than there are workers: the others need no model.
WARRANT_MODEL_RUNS = env.number(
    "WARRANT_MODEL_RUNS", max(1, CELERY_WORKER_CONCURRENCY - 1), 1, 256
)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 2.0
# A message that no worker has taken by the next one says nothing new.
CELERY_BEAT_SCHEDULE = {
    task: {
        "task": f"{package}.tasks.{task}",
        "schedule": every,
        "options": {"expires": every},
    }
    for package, task, every in (
        ("memory", "run_work", 2.0),
        ("memory", "embed_texts", 2.0),
        ("memory", "index_vectors", 60.0),
        ("memory", "promote_due", 2.0),
        ("memory", "tell_webhooks", 2.0),
        ("memory", "refresh_queues", 20.0),
        ("memory", "sweep_all", 300.0),
        ("memory", "seal_logs", 60.0),
        ("memory", "forget_old_replies", 600.0),
        ("memory", "archive_old", 3600.0),
        ("tension", "hear_events", 2.0),
        ("tension", "surface_due", 30.0),
    )
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {
        "handlers": ["console"],
        "level": env.choice(
            "LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "WARNING"
        ),
    },
}
