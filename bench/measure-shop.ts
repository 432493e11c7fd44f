import { say } from '#server/process/say.ts';
import { prepareShop } from './databases/prepare.ts';
import type { Cost, Figure, Setting } from './figures.ts';
import type { Limit } from './limit.ts';
import { isUncached, measureRows } from './measure-rows.ts';
import type { Options } from './options.ts';
import type { Row } from './rows.ts';
import { createShop, latestEnd } from './shop/ingredients.ts';
import { costLine, figureLine } from './table.ts';

export type Results = { figures: Figure[]; costs: Cost[] };

/** Measures these rows with one shop, printing each figure: first those that the cache must not answer. */
export async function measureShop(
  setting: Setting,
  { options, limit, postgresUrl, rows: wanted }: { postgresUrl: string | null; options: Options; limit: Limit; rows: Row[] },
): Promise<Results> {
  const shop = await createShop({ seed: options.seed, size: setting.size, end: latestEnd(Date.now()) });
  const prepared = await prepareShop(shop, { folder: options.folder, postgresUrl });
  const { seedSeconds, bytes } = prepared;
  const results: Results = { figures: [], costs: [] };
  for (const rows of [wanted.filter(isUncached), wanted.filter((row) => !isUncached(row))]) {
    if (rows.length === 0) continue;
    const measured = await measureRows(rows, { setting, shop, prepared, options, limit, onFigure: (figure) => say(figureLine(figure)) });
    results.figures.push(...measured.figures);
    const cost: Cost = { ...setting, ...measured.cost, seedSeconds, databaseMegabytes: bytes / 1e6 };
    results.costs.push(cost);
    say(`${costLine(cost)}\n`);
  }
  return results;
}
