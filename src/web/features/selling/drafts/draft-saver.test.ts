import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftContent } from '#contract/selling/drafts.ts';
import { ApiError } from '../../../api.ts';
import { createDraftSaver, type DraftKey } from './draft-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function content(color: string) {
  return DraftContent.parse({ color });
}

function refusal(status: number) {
  return new ApiError(status, { message: `Refused with ${status}.`, code: 'conflict' });
}

/** A saver whose requests end when the test says so. */
function begin(revision = 0) {
  const asked: { key: DraftKey; color: string; end: (outcome: { revision: number } | Error) => Promise<void> }[] = [];
  const saver = createDraftSaver(
    { id: 'a', revision },
    (key, { color }) =>
      new Promise((resolve, reject) => {
        const end = async (outcome: { revision: number } | Error) => {
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
          await vi.advanceTimersByTimeAsync(0);
        };
        asked.push({ key, color, end });
      }),
  );
  return { saver, asked };
}

function pause() {
  return vi.advanceTimersByTimeAsync(2000);
}

test('Saves the newest content after a pause, one request at a time', async () => {
  const { saver, asked } = begin();
  for (const color of ['r', 're', 'red']) saver.note(content(color));
  await pause();
  saver.note(content('reddish'));
  saver.note(content('pink'));
  await pause();
  expect(asked.map(({ color }) => color)).toEqual(['red']);
  await asked[0]?.end({ revision: 1 });
  expect(asked.map(({ color, key }) => [color, key.revision])).toEqual([
    ['red', 0],
    ['pink', 1],
  ]);
  await asked[1]?.end({ revision: 2 });
  expect(saver.state()).toEqual({ at: 'saved' });
  saver.note(content('pink'));
  await pause();
  expect(asked).toHaveLength(2);
});

test('Reports a lost connection, and sends the same again before what was typed meanwhile, as the shop may have it', async () => {
  const { saver, asked } = begin();
  saver.note(content('red'));
  await pause();
  await asked[0]?.end(refusal(0));
  expect(saver.state()).toEqual({ at: 'unsaved', reason: 'Refused with 0.' });
  saver.note(content('pink'));
  const whole = saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  await asked[1]?.end(refusal(0));
  expect(await whole).toBe(false);
  await vi.advanceTimersByTimeAsync(9000);
  await asked[2]?.end({ revision: 1 });
  await asked[3]?.end({ revision: 2 });
  expect(asked.map(({ color, key }) => [color, key.revision])).toEqual([
    ['red', 0],
    ['red', 0],
    ['red', 0],
    ['pink', 1],
  ]);
  expect(saver.state()).toEqual({ at: 'saved' });
});

test('Does not overwrite another tab’s draft unless the seller says so', async () => {
  const { saver, asked } = begin(3);
  saver.note(content('red'));
  await pause();
  await asked[0]?.end(refusal(409));
  expect(saver.state()).toEqual({ at: 'changed', reason: 'Refused with 409.' });
  saver.note(content('pink'));
  await pause();
  expect(asked).toHaveLength(1);
  const over = saver.overwrite(7);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked[1]).toMatchObject({ color: 'pink', key: { id: 'a', revision: 7 } });
  await asked[1]?.end({ revision: 8 });
  expect(await over).toBe(true);
});

test('Stops saving a draft whose phone was listed elsewhere', async () => {
  const { saver, asked } = begin(3);
  saver.note(content('red'));
  await pause();
  await asked[0]?.end(new ApiError(409, { message: 'Listed already.', code: 'already_listed' }));
  expect(saver.state()).toEqual({ at: 'listed', reason: 'Listed already.' });
  saver.note(content('pink'));
  await pause();
  expect(asked).toHaveLength(1);
});

test('Saves a draft again that was deleted elsewhere', async () => {
  const { saver, asked } = begin(3);
  saver.note(content('red'));
  await pause();
  await asked[0]?.end(refusal(404));
  await vi.advanceTimersByTimeAsync(10);
  expect(asked[1]).toMatchObject({ color: 'red', key: { revision: 0 } });
});
