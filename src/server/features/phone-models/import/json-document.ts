import { MODEL_KEYS } from '#contract/phone-models.ts';
import { OperatorFault } from '../../../errors.ts';
import { type Fields, type ImportedRecord, isFields } from './fields.ts';
import { COLUMNS } from './to-model.ts';

const MAX_CHARACTERS = 20_000_000;

/** Reads the records of `{ "brand": …, "models": [ … ] }`: the fields beside `models` apply to each of them. Throws `OperatorFault`. */
export async function* readDocument(pieces: AsyncIterable<string>): AsyncGenerator<ImportedRecord> {
  const document = parse(await join(pieces));
  const { models, ...shared } = document;
  if (!Array.isArray(models)) throw new OperatorFault('This file has no list “models”.');
  for (const [index, model] of models.entries()) yield toRecord(model, { shared, place: index + 1 });
}

function parse(text: string): Fields {
  try {
    // The text begins with a brace.
    return JSON.parse(text) as Fields;
  } catch (error) {
    throw new OperatorFault(`This file is not valid JSON (${error instanceof Error ? error.message : 'unknown'}).`);
  }
}

async function join(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MAX_CHARACTERS) throw new OperatorFault('This file has more than 20 million characters. Split it, or write JSON lines.');
  }
  return text;
}

function toRecord(model: unknown, { shared, place }: { shared: Fields; place: number }): ImportedRecord {
  if (!isFields(model)) return { where: `model ${place}`, refused: 'It is not a JSON object.' };
  const fields = { ...shared, ...model };
  const where = typeof fields.model_name === 'string' ? `model ${place} (${fields.model_name.slice(0, 100)})` : `model ${place}`;
  const unknown = findUnknown(fields);
  return unknown === undefined ? { where, fields } : { where, refused: `the field “${unknown.slice(0, 100)}” is unknown.` };
}

function findUnknown({ specification, ...fields }: Fields): string | undefined {
  const names: readonly string[] = COLUMNS;
  const keys: readonly string[] = MODEL_KEYS;
  return (
    Object.keys(fields).find((name) => !names.includes(name)) ??
    (isFields(specification) ? Object.keys(specification).find((key) => !keys.includes(key)) : undefined)
  );
}
