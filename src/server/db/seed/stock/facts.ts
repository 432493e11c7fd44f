import type { ModelFacts } from '../../../features/phone-models/index.ts';
import { writtenModel } from '../../../features/phone-models/written/written.ts';

/** What the catalogue says of a model that the demo shop sells one of. */
export const factsOf = (name: string): ModelFacts => writtenModel(name);
