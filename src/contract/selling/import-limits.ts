/** The most rows of an import, below the column names. */
export const MAX_IMPORT_ROWS = 10_000;
/** The size limit of its file, in bytes. */
export const MAX_IMPORT_BYTES = 40_000_000;
