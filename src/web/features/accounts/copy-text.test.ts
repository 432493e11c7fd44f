import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['allows it', { clipboard: { writeText: async () => undefined } }, true],
  ['refuses it', { clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } }, false],
  ['has no clipboard, as on a page without HTTPS', {}, false],
])('Whether a text was copied is known where the browser %s', async (_, navigator, isCopied) => {
  vi.stubGlobal('navigator', navigator);
  expect(await copyText('7k3mq-x0v9d')).toBe(isCopied);
});
