import { expect, test } from 'vitest';
import type { PhotoOrigin } from '#contract/images.ts';
import { describeOrigin } from './photo-origin.ts';

const NOW = Date.UTC(2026, 10, 25);

test.each<[PhotoOrigin, string]>([
  [{ kind: 'camera', takenOn: '2026-05-03', camera: null }, 'Its data says: taken by a camera on May 3'],
  [{ kind: 'camera', takenOn: '2025-12-31', camera: 'Apple iPhone 15' }, 'Its data says: taken by a camera (Apple iPhone 15) on December 31, 2025'],
  [{ kind: 'signed', takenOn: '2026-05-03', camera: 'Canon EOS R6' }, 'Taken by a camera (Canon EOS R6) on May 3, which signed it'],
  [{ kind: 'signed', takenOn: null, camera: null }, 'Taken by a camera, which signed it'],
])('Describes %o as “%s”', (origin, sentence) => expect(describeOrigin(origin, NOW)).toBe(sentence));
