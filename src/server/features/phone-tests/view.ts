import type { PhoneTestCode, RunView } from '#contract/phone-tests/phone-tests.ts';
import { TEST_STEPS } from '#contract/phone-tests/steps.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { TestRow } from './queries.ts';
import { summaryOf } from './record.ts';
import { stateOfCode } from './rules.ts';
import type { Run } from './run-commands.ts';
import { challengeOf } from './stored.ts';

/** A code, for the person who asked for it. `address`: where it leads, while that is known. */
export function toCode(row: TestRow, { now, address = null }: { now: number; address?: string | null }): PhoneTestCode {
  const state = stateOfCode(row, now);
  return {
    _id: row.id,
    address,
    expiresAt: toIso(row.expires_at),
    state,
    progress: state === 'running' ? progressOf(row) : null,
    result: summaryOf(row),
    isPublished: row.published_at !== null,
  };
}

/** A run, for its phone. */
export function toRun({ row, listing }: Run): RunView {
  return { runId: row.id, phone: listing?.model_name ?? '', ...progressOf(row), nonce: row.nonce ?? '', challenge: challengeOf(row), result: summaryOf(row) };
}

/** The step it is at, from 1; the last one once all are answered. */
const progressOf = ({ step }: Pick<TestRow, 'step'>) => ({ step: Math.min(step + 1, TEST_STEPS.length), of: TEST_STEPS.length });
