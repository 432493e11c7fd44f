import type { Services } from '../../services.ts';
import { putWrittenModels } from './queries.ts';

/** Gives a shop the models that this version has written down. What an operator imported or changed stays; saying it again changes nothing. */
export const ensurePhoneModels = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  // Needed once, at the start: a running shop reads models from its database.
  const { writtenModels } = await import('./written/known.ts');
  await putWrittenModels(db, writtenModels(), clock.now());
};
