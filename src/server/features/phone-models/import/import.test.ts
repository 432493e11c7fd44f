import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { ensurePhoneModels } from '../index.ts';
import { findPhoneModel } from '../queries.ts';
import { importFile } from './import.ts';

let database: TestDatabase;
let file: string;
const clock = { now: () => 1_790_000_000_000 };

beforeAll(async () => {
  database = await freshDatabase();
  file = join(database.directory, 'models');
  await ensurePhoneModels({ db: database.db, clock });
});
afterAll(() => database.drop());
beforeEach(() => rmSync(file, { force: true }));

async function take(text: string | Uint8Array, { replaces = false } = {}) {
  writeFileSync(file, text);
  const refused: string[] = [];
  const counts = await importFile(file, { db: database.db, clock, replaces, onRefused: (where, why) => refused.push(`${where}: ${why}`) });
  return { ...counts, lines: refused };
}

function taking(text: string | Uint8Array) {
  return take(text).then(
    () => 'taken',
    (error: Error) => error.message,
  );
}

async function countModels(): Promise<number> {
  return (await database.db.selectFrom('phone_models').select('id').execute()).length;
}

function find(id: string) {
  return findPhoneModel(database.db, id);
}

describe('Importing models', () => {
  it('Reads CSV with commas, quotes, line breaks in cells and a byte order mark', async () => {
    const outcome = await take(
      '\u{feff}brand,model_name,released,launch_price_usd,storage_options,ram,colors,model_numbers,weight,features\r\n' +
        'Fairphone,4,2021-10,"$579","128 / 256 GB",6GB / 8GB,"Grey, Green",FP4,225 g,"Says ""mend me"",\nand means it"\r\n',
    );
    expect(outcome).toEqual({ added: 1, changed: 0, same: 0, others: 0, refused: 0, lines: [] });
    expect(await find('fairphone-4')).toMatchObject({
      released: '2021-10',
      launch_price: 579,
      storage: [128, 256],
      ram: [6, 8],
      colors: ['Grey', 'Green'],
      model_numbers: ['FP4'],
      specification: { weight: '225 g', features: 'Says "mend me",\nand means it', model_number: 'FP4', storage: null, network: null },
    });
  });

  it('Reads CSV with semicolons or tabs, and JSON lines', async () => {
    expect(await take('model_name;brand;released\nOne A9s;HTC;2016\n')).toMatchObject({ added: 1, lines: [] });
    expect(await take('brand\tmodel_name\nMeizu\tPro 7 Plus')).toMatchObject({ added: 1, lines: [] });
    expect(await take('brand\tmodel_name\nConstructor\tOne')).toMatchObject({ added: 1, lines: [] });
    const line = {
      brand: 'LG',
      model_name: 'G6',
      device_type: 'phone',
      announced: '2017, February. Released 2017, March',
      storage_options: ['32GB 4GB RAM', '64GB 4GB RAM'],
      specification: { ram: '4GB', weight: '163 g', build: null },
    };
    expect(await take(`${JSON.stringify(line)}\n\n${JSON.stringify({ ...line, model_name: 'G Pad', device_type: 'tablet' })}`)).toMatchObject({
      added: 1,
      others: 1,
      lines: [],
    });
    await take(JSON.stringify({ ...line, model_name: 'G9', announced: '2018, December. Released 2019, January' }));
    expect(await find('lg-g9')).toMatchObject({ released: '2018-12' });
    expect(await find('lg-g6')).toMatchObject({ released: '2017-02', storage: [32, 64], ram: [4], specification: { weight: '163 g', build: null } });
  });

  it('Takes neither generations of memory nor sizes called RAM for storage', async () => {
    await take('brand,model_name,storage_options,ram\nHTC,U23,"128GB, 8 GB RAM; 256 GB, 12 GB RAM; UFS 3.1",LPDDR5 8 GB\nHTC,U24,128/256,8 or 12.');
    expect(await find('htc-u23')).toMatchObject({ storage: [128, 256], ram: [8] });
    expect(await find('htc-u24')).toMatchObject({ storage: [128, 256], ram: [8, 12] });
  });

  it('Reads a JSON document whose models share the fields beside them', async () => {
    const shared = { brand: 'Sonim', updates_source: 'Sonim, support page of the XP10' };
    const models = [
      { model_name: 'XP10', released: '2022-09', launch_price_eur: 500, updates_until: '2025-09', specification: { weight: '312 g' } },
      { model_name: 'XP8', released: '2018', launch_price_inr: 100, colors: ['Black'] },
      { model_name: 'XP7', colour: 'Black' },
      'XP6',
    ];
    expect(await take(JSON.stringify({ ...shared, models }, null, 2))).toEqual({
      ...{ added: 1, changed: 0, same: 0, others: 0, refused: 3 },
      lines: [
        'model 2 (XP8): launch_price_inr needs released beside it, with a year whose rate is known (2020 to 2021). Or write launch_price_usd.',
        'model 3 (XP7): the field “colour” is unknown.',
        'model 4: It is not a JSON object.',
      ],
    });
    expect(await find('sonim-xp10')).toMatchObject({
      launch_price: 527,
      updates: { until: '2025-09', source: 'Sonim, support page of the XP10' },
      specification: { weight: '312 g' },
    });
    expect(await take(JSON.stringify({ ...shared, models: [{ model_name: 'XP5' }] }))).toMatchObject({ added: 1, refused: 0 });
    expect(await taking('{\n"models": [\n')).toMatch(/not valid JSON/u);
    expect(await taking('{\n"brand": "Sonim"\n}')).toBe('This file has no list “models”.');
  });

  it('Names each skipped line with the reason, and imports the others', async () => {
    const csv = [
      'brand,model_name,released,launch_price_usd,updates_until,updates_source',
      'Acme,One,2020-01,100,,',
      'Acme,,2020-01,100,,',
      'Acme,=cmd|calc,2020-01,100,,',
      'Acme,Two,someday,100,,',
      'Acme,Three,2020-01,a lot,,',
      'Acme,Four,2020-01',
      'Acme,Five,2020-01,100,2024-01,',
      'Acme,Six,2020-01,100,2019-01,Acme',
      `Acme,${'x'.repeat(101)},2020-01,100,,`,
      'Acme,Seven,n/a,-,,',
      'Acme,"Eleven" inches,2020-01,100,,',
    ];
    const { added, lines } = await take(csv.join('\n'));
    expect(added).toBe(2);
    expect(lines).toEqual([
      'line 3: model_name is missing.',
      'line 4: model_name begins like a formula of a spreadsheet (=cmd|calc). Write what it says instead.',
      'line 5: released: “someday” is not a month. Write it as 2019-09, or the year alone.',
      'line 6: launch_price_usd: “a lot” is not a price in dollars. Write it as 699 or 699.99.',
      'line 7: It has 3 cells, and the first line names 6 columns.',
      'line 8: updates_until needs updates_source beside it: who promised it, and where.',
      'line 9: updates_until is before released.',
      'line 10: model_name has more than 100 characters.',
      'line 12: Its quotes don’t match. Close each one, and write quotes inside a text twice ("").',
    ]);
    expect((await take('{"brand":"Acme","model_name":"Eight"}\n{"brand":\n[1]\n{"brand":{},"model_name":"Nine"}')).lines).toEqual([
      'line 2: It is not JSON.',
      'line 3: It is not a JSON object.',
      'line 4: brand is not text.',
    ]);
  });

  it('Rejects a file that can’t be read as a list of models, and changes nothing', async () => {
    const before = await countModels();
    expect(await taking('')).toBe('This file is empty.');
    expect(await taking(new Uint8Array([0xff, 0xfe, 0x62, 0, 0x72, 0]))).toMatch(/not in UTF-8/u);
    expect(await taking(new Uint8Array([0x62, 0xe9, 0x0a]))).toMatch(/not in UTF-8/u);
    expect(await taking('a\0b')).toMatch(/not text/u);
    expect(await taking('brand,model_name,price\nA,B,1')).toMatch(/unknown columns: price\./u);
    expect(await taking('brand,brand,model_name\n')).toBe('The first line names the column brand twice.');
    expect(await taking('Brand,brand,model_name\n')).toBe('The first line names the column brand twice.');
    expect(await taking('brand,released\nA,2020')).toBe('The first line must name the column model_name.');
    expect(await taking('brand,model_name\nA,"B\nC,D\n')).toMatch(/quotes that begin in line 2 never end/u);
    expect(await taking(`brand,model_name\n${','.repeat(2000)}\nA,B\n`)).toMatch(/line 2 is too long/u);
    const models = Array.from({ length: 600 }, (_, index) => `Late,Model ${index}\n`).join('');
    expect(await taking(`brand,model_name\n${models}Late,"Fault`)).toMatch(/quotes that begin in line 602 never end/u);
    rmSync(file);
    const importing = () => importFile(file, { db: database.db, clock, onRefused: () => {} });
    await expect(importing()).rejects.toThrow(/^There is no file /u);
    execFileSync('mkfifo', [file]);
    await expect(importing()).rejects.toThrow(/is a pipe/u);
    expect(await countModels()).toBe(before);
  });

  it('Changes nothing when repeated, and counts a model that is listed twice as one', async () => {
    const csv = 'brand,model_name,colors\nAcme,Ten,Red\nACME,acme TEN,"Blue"\nAcme,T-e-n,\n';
    expect(await take(csv)).toMatchObject({ added: 1, changed: 1, same: 1 });
    const before = await countModels();
    expect(await take('brand,model_name,colors\nAcme,Ten,Blue\n')).toMatchObject({ added: 0, changed: 0, same: 1 });
    expect(await countModels()).toBe(before);
    expect(await find('acme-ten')).toMatchObject({ brand: 'Acme', model_name: 'Ten', colors: ['Blue'] });
  });

  it('Adds to the built-in catalog, and replaces it only when told to', async () => {
    const csv = 'brand,model_name,launch_price_usd,model_numbers\nsamsung,Galaxy S22 5G,1,SM-S901TEST\n';
    expect(await take(csv)).toMatchObject({ added: 0, changed: 1 });
    const added = await find('samsung-galaxy-s22');
    expect(added).toMatchObject({ brand: 'Samsung', model_name: 'Galaxy S22', launch_price: 799 });
    expect(added?.model_numbers).toEqual(expect.arrayContaining(['SM-S901B', 'SM-S901TEST']));
    await take('brand,model_name,launch_price_usd\nGoogle,Pixel 4,5\n', { replaces: true });
    expect(await find('google-pixel-4')).toMatchObject({ launch_price: 5, released: '2019-10' });
    await ensurePhoneModels({ db: database.db, clock });
    expect(await find('google-pixel-4')).toMatchObject({ launch_price: 5 });
  });

  it('Continues after an interruption when repeated, without duplicates', async () => {
    const names = Array.from({ length: 1200 }, (_, index) => `Model ${index}`);
    writeFileSync(file, `brand,model_name\n${names.map((name) => `Cutoff,${name}`).join('\n')}`);
    const before = await countModels();
    const stopping = importFile(file, {
      db: database.db,
      clock,
      onRefused: () => {},
      onProgress() {
        throw new Error('the power is gone');
      },
    });
    await expect(stopping).rejects.toThrow('the power is gone');
    expect(await countModels()).toBe(before + 500);
    expect(await importFile(file, { db: database.db, clock, onRefused: () => {} })).toMatchObject({ added: 700, same: 500 });
    expect(await countModels()).toBe(before + 1200);
  });
});
