import type { UntestableReason } from '#contract/phone-tests/steps.ts';
import { button, type Content, h, show } from './view.ts';

/** The person skips the step. */
export class SkippedError extends Error {}

/** The browser, or its user, refuses what the step needs; the message is a sentence for the person. */
export class UntestableError extends Error {
  readonly reason: UntestableReason;

  constructor(reason: UntestableReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Where a step speaks with the person; every wait for them ends when they skip the step. */
export type Stage = {
  /** Instructions without buttons of their own. */
  say(...content: Content[]): void;
  /** Shows one button for each choice, and returns what was chosen. */
  ask<Value>(choices: [label: string, value: Value][], ...content: Content[]): Promise<Value>;
  /** Shows content whose own buttons call `choose`, and returns what it was called with. */
  askIn<Value>(build: (choose: (value: Value) => void) => Content[]): Promise<Value>;
  /** Ends as soon as the promise does, or with `SkippedError`. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  /** Aborted when the step is over, however it ended. */
  signal: AbortSignal;
};

type Place = {
  heading: string;
  progress: { step: number; of: number };
  shows: string;
  cannot: string;
  /** About the steps before. */
  remarks: string[];
};

export function createStage({ heading, progress, shows, cannot, remarks }: Place, signal: AbortSignal): Stage {
  let skip = (): void => {};
  const skipped = new Promise<never>((_, reject) => {
    skip = () => reject(new SkippedError());
  });
  skipped.catch(() => {});
  const present = (content: Content[], buttons: HTMLElement[]): void =>
    show({
      heading,
      progress,
      content: [
        ...remarks.map((remark) => h('p', { class: 'rounded-xl bg-sunken px-4 py-3 text-sm' }, remark)),
        ...content,
        h('div', { class: 'grid gap-1 text-sm text-muted' }, h('p', {}, `Shows that ${shows}`), h('p', {}, cannot)),
      ],
      buttons: [button('Skip this step', skip, 'quiet'), ...buttons],
    });
  return {
    signal,
    // Where the button was that has just been pressed, there is none.
    say: (...content) => present(content, [h('div', { class: 'min-h-14' })]),
    ask(choices, ...content) {
      const chosen = new Promise<(typeof choices)[number][1]>((resolve) => {
        const buttons = choices.map(([label, value], index) => button(label, () => resolve(value), index === 0 ? 'primary' : 'secondary'));
        // The likeliest is the nearest to the thumb.
        present(content, buttons.toReversed());
      });
      return Promise.race([chosen, skipped]);
    },
    askIn(build) {
      const chosen = new Promise<Parameters<Parameters<typeof build>[0]>[0]>((resolve) => present(build(resolve), []));
      return Promise.race([chosen, skipped]);
    },
    during: (work) => Promise.race([work, skipped]),
  };
}
