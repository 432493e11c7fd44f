import type { ModelVerdict, RunDoubt, StepVerdict, TestSummary, Verdict } from '#contract/phone-tests/phone-tests.ts';
import type { TestStep, UntestableReason } from '#contract/phone-tests/steps.ts';
import { toIso } from '#contract/shared/moments.ts';

/** A judged step; `reason`: why it wasn’t tested. */
export type AnsweredStep = StepVerdict & { reason: UntestableReason | null };

type Run = { runId: string; testedAt: number; model: ModelVerdict; answered: AnsweredStep[]; doubts: RunDoubt[] };

/** What every browser on a phone can test: claiming otherwise is no excuse. */
const EVERYWHERE: readonly TestStep[] = ['screen', 'brightness', 'touch', 'multitouch', 'speakers', 'microphone', 'front-camera', 'rear-camera'];
const ENOUGH = 0.75;

/** What a whole run showed. */
export function summarize({ runId, testedAt, model, answered, doubts }: Run): TestSummary {
  const counts = { passed: 0, failed: 0, skipped: 0, untestable: 0 } satisfies Record<Verdict, number>;
  for (const { verdict } of answered) counts[verdict] += 1;
  const testable = answered.filter(({ step, reason }) => reason !== 'missing' || EVERYWHERE.includes(step)).length;
  const isFailed = counts.failed > 0 || model.verdict === 'mismatch' || doubts.length > 0;
  const isEnough = counts.passed >= ENOUGH * testable;
  return {
    runId,
    outcome: isFailed ? 'failed' : isEnough ? 'passed' : 'incomplete',
    testedAt: toIso(testedAt),
    model,
    steps: answered.map(({ step, verdict, note }) => ({ step, verdict, note })),
    doubts,
    counts,
  };
}
