import type { PhoneModelFacts } from '../model-facts.ts';
import { RefusedLine } from './fault.ts';
import { readRecords } from './records.ts';
import { toModelFacts } from './to-model.ts';

/** A record of a file: a phone model, another device, or an error. */
export type ReadModel = { where: string } & ({ outcome: 'model'; model: PhoneModelFacts } | { outcome: 'other' } | { outcome: 'refused'; why: string });

/** Reads the models of a file in order. Throws `OperatorFault` if the file as a whole can't be read. */
export async function* readModels(file: string): AsyncGenerator<ReadModel> {
  for await (const { where, ...record } of readRecords(file)) {
    try {
      if ('refused' in record) throw new RefusedLine(record.refused);
      const model = toModelFacts(record.fields);
      yield model ? { where, outcome: 'model', model } : { where, outcome: 'other' };
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error;
      yield { where, outcome: 'refused', why: error.message };
    }
  }
}
