import { expect } from 'vitest';
import type { TestApp } from '#test/support/app.ts';
import type { Person } from '#test/support/world/world.ts';
import { fitsLine, stored, textAt } from './naughty.ts';

type Settings = { revision: number; values: Record<string, unknown>; brands: { name: string }[] };
type Line = (field: string, place: number, max: number) => string;

/** Sets every text of the shop to a round's strings: those that fit in a line are stored, the rest is rejected at its field. */
export async function expectSettingsStored(shop: TestApp, admin: Person, round: number): Promise<void> {
  const refused: string[] = [];
  const asDealt = settingsOf((field, place, max) => {
    if (!fitsLine(textAt(round, place), max)) refused.push(field);
    return textAt(round, place);
  });
  if (refused.length > 0) {
    const { status, body } = await put(shop, admin, asDealt);
    expect({ status, fields: Object.keys((body as { fields: object }).fields).sort() }).toEqual({ status: 422, fields: refused.sort() });
  }
  const sent = settingsOf((_, place, max) => (fitsLine(textAt(round, place), max) ? stored(textAt(round, place)) : `plain ${place}`));
  expect((await put(shop, admin, sent)).status).toBe(200);
  expect((await read(shop, admin)).values).toMatchObject(sent);
}

function settingsOf(line: Line) {
  return {
    shopName: line('shopName', 0, 40),
    phone: line('phone', 1, 40),
    community: three((at) => ({ name: line(`community.${at}.name`, 2 + at, 30), url: 'https://forum.example.test/' })),
    slides: three((at) => ({
      claim: line(`slides.${at}.claim`, 5 + at, 80),
      text: line(`slides.${at}.text`, 8 + at, 160),
      button: line(`slides.${at}.button`, 11 + at, 30),
    })),
    promises: three((at) => ({
      qualityFeature: line(`promises.${at}.qualityFeature`, 14 + at, 40),
      description: line(`promises.${at}.description`, 17 + at, 200),
      terms: line(`promises.${at}.terms`, 20 + at, 200),
    })),
  };
}

const three = <T>(make: (at: number) => T): T[] => [0, 1, 2].map(make);

async function put(shop: TestApp, admin: Person, changes: object) {
  const { revision, values } = await read(shop, admin);
  return shop.call('PUT', '/shopSettings', { as: admin.token, body: { ...values, ...changes, revision } });
}

const read = async (shop: TestApp, admin: Person): Promise<Settings> => (await shop.call('GET', '/shopSettings', { as: admin.token })).body as Settings;

/** Adds a brand with this name, unless its address couldn't contain it, or an existing name looks the same. */
export async function expectBrandStored(shop: TestApp, admin: Person, name: string): Promise<void> {
  const { status, body } = await put(shop, admin, { brands: [{ _id: null, name, img: '' }] });
  const fits = fitsLine(name, 40) && !/[/\\]/u.test(name);
  if (status === 200) {
    expect(fits).toBe(true);
    expect((await read(shop, admin)).brands[0]).toMatchObject({ name: stored(name) });
    return;
  }
  const fields = { 'brands.0.name': fits ? expect.stringContaining('already') : expect.any(String) };
  expect({ status, body }).toMatchObject({ status: 422, body: { fields } });
}
