import { describe, expect, test } from 'vitest';
import { findStrayCalls } from '../../scripts/names/call-homes.ts';
import { findBannedNames, toWords } from '../../scripts/names/find-names.ts';

const HOME = 'src/server/features/orders/queries.ts';

describe('The check of names', () => {
  test.each([
    ['const shelf = 1;', 'src/web/app.tsx'],
    ['function createSieve() {}', HOME],
    ['const { meaning } = parsed;', HOME],
    ['const photoPrint = 1;', 'src/server/adapters/images/picture.ts'],
    ['type SeenPhotos = string[];', HOME],
    ['const worthOf = () => 1;', HOME],
    ['let salesBook;', HOME],
    ['class InHand {}', HOME],
    ['const notices = [];', HOME],
    ['function tellBuyer() {}', HOME],
    ['const letter = 1;', 'src/server/features/mail/emails.ts'],
    ['const reader = 1;', 'src/server/features/notifications/queries.ts'],
    ['const LIFE = 1;', HOME],
    ['const arrow = 1;', HOME],
    ['const moved = 1;', HOME],
    ['const heldBy = 1;', 'src/web/pages/home.tsx'],
    ['const onHold = 1;', 'src/server/features/decisions/rules.ts'],
    ['const setAside = 1;', 'src/server/features/decisions/rules.ts'],
    ['const retiredIntent = 1;', HOME],
    ['const writtenModels = 1;', HOME],
    ['const stock = 1;', 'src/server/db/seed/demo.ts'],
    ['const watch = 1;', 'src/server/app.ts'],
    ['const gate = 1;', HOME],
    ['const door = 1;', HOME],
    ['const place = 1;', 'src/server/security/rate-limiter.ts'],
    ['const face = 1;', 'src/web/app.tsx'],
    ['export function useShop() {}', 'src/web/app.tsx'],
    ['const kept = 1;', HOME],
    ['const packed = 1;', HOME],
    ['const said = 1;', HOME],
    ['const waitInWords = 1;', HOME],
  ])('Refuses %s in %s', (source, file) => {
    const faults = findBannedNames({ file, source });
    expect(faults).not.toEqual([]);
    for (const fault of faults) expect(fault).toMatch(/^src\/.+: \w+ should say: ./u);
  });

  test('Refuses file and folder names, too', () => {
    expect(findBannedNames({ file: 'src/server/features/worth/notices.ts', source: '' })).toHaveLength(2);
  });

  test('Accepts the field’s own words, fields of the API, comments and texts', () => {
    const source = "// What is kept on the shelf.\nexport const searchIndex = { heldUntil: 'said', notification: `worth`, threshold: 1, withheld: 2 };";
    expect(findBannedNames({ file: HOME, source })).toEqual([]);
  });

  test('Leaves landed migrations alone', () => {
    expect(findBannedNames({ file: 'src/server/db/migrations/006-shelf.ts', source: 'const shelf = 1;' })).toEqual([]);
  });

  test.each([
    ['inHandPhotos', 'in hand photos'],
    ['IN_HAND', 'in hand'],
    ['in-hand', 'in hand'],
    ['HTMLInput', 'html input'],
  ])('Splits %s into words', (name, words) => {
    expect(toWords(name)).toBe(words);
  });
});

describe('The check of where calls live', () => {
  const contract = { file: 'src/contract/orders.ts', source: "'GET /bookings': {}" };

  test.each([
    ['server', 'src/server/features/payments/routes.ts'],
    ['web', 'src/web/features/payments/queries.ts'],
    ['web', 'src/web/pages/my-orders.tsx'],
  ])('Refuses a call whose %s code lives in another folder: %s', (side, file) => {
    expect(findStrayCalls([contract, { file, source: "serve('GET /bookings', run)" }])).toEqual([
      expect.stringContaining(`${file}: GET /bookings belongs to orders, by the contract; this is the ${side}’s`),
    ]);
  });

  test('Accepts a call with the same folder on every side, and in tests', () => {
    const files = ['src/server/features/orders/routes.ts', 'src/web/features/orders/queries.ts', 'src/server/features/payments/payments.test.ts'];
    expect(findStrayCalls([contract, ...files.map((file) => ({ file, source: "'GET /bookings'" }))])).toEqual([]);
  });
});
