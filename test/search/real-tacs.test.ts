import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importTacs } from '#server/adapters/imei/tac-import.ts';
import { judgeClaim } from '#server/features/imei/fit.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { hasRealData, type RealModel, readModels, readTacList } from '#test/support/real-data.ts';

function fold(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/gu, '');
}

function claim({ brand, model_name }: RealModel) {
  return { brand, model_name, specification: { model_number: 'not said' } };
}

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe.skipIf(!hasRealData())('Real type allocation codes', () => {
  test('A real list of type allocation codes questions few honest sellers, and finds most false claims', async () => {
    const { rows, changed, refused } = await importTacs(database.db, readTacList(), null);
    expect(rows).toBeGreaterThan(25_000);
    expect(changed + refused.length).toBeGreaterThan(rows * 0.95);
    const byName = new Map(readModels().map((model) => [fold(model.brand + model.model_name), model]));
    const codes = (await database.db.selectFrom('tac_models').selectAll().execute()).map(({ brand, models }) => ({
      brand,
      models: JSON.parse(models) as string[],
    }));
    const honest = codes.flatMap((known) => {
      const model = known.models.map((name) => byName.get(fold(known.brand + name))).find((one) => one !== undefined);
      return model ? [{ known, model }] : [];
    });
    const shareAsked = (claimed: (at: number) => RealModel | undefined): number =>
      honest.filter(({ known, model }, at) => judgeClaim(claim(claimed(at) ?? model), known) === 'differs').length / honest.length;
    const asked = shareAsked((at) => honest[at]?.model);
    const found = shareAsked((at) => honest[(at * 7919 + 13) % honest.length]?.model);
    process.stdout.write(
      `TACs: of ${honest.length} codes ${(100 * asked).toFixed(2)} % of honest sellers are asked, ${(100 * found).toFixed(1)} % of false claims are found\n`,
    );
    expect(honest.length).toBeGreaterThan(5000);
    expect(asked).toBeLessThan(0.01);
    expect(found).toBeGreaterThan(0.9);
  });
});
