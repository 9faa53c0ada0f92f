"""Static files under names that hold a hash of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Hashes also the names that JavaScript modules import from one another."""

    support_js_module_import_aggregation = True
