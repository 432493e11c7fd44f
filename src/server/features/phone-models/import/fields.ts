/** A model's fields by name, as in the file. */
export type Fields = Record<string, unknown>;

/** The fields of one record with its position (`line 3`), or a message why there are none. */
export type ImportedRecord = { where: string } & ({ fields: Fields } | { refused: string });

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
