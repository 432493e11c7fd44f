import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { OperatorFault } from '../../errors.ts';
import { createImportedTacs } from './imported-tacs.ts';
import { importTacs } from './tac-import.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

function take(text: string, brand: string | null = null) {
  return importTacs(database.db, text, brand);
}

function find(tac: string) {
  return createImportedTacs(database.db).find(tac);
}

describe('Importing type allocation codes', () => {
  test('Imports an unedited list, and importing it twice changes nothing', async () => {
    const text = '\uFEFFtac;Brand;Model;Model2\r\n35999911; Samsung ;"Galaxy ""S"";\nplus";SM-X1\r\n\r\n35999911;samsung;SM-X2;\r\n35999912;Nokia;;\r\n';
    expect(await take(text)).toEqual({ rows: 3, changed: 2, refused: [] });
    expect(await take(text)).toEqual({ rows: 3, changed: 0, refused: [] });
    expect(await find('35999911')).toEqual({ brand: 'Samsung', models: ['Galaxy "S";\nplus', 'SM-X1', 'SM-X2'] });
    expect(await find('35999912')).toEqual({ brand: 'Nokia', models: [] });
    expect(await find('35999913')).toBeNull();
  });

  test('Accepts a title above the header, and makers in a “name” column or on the command line', async () => {
    await take('A list of codes, by its makers\ntac,name,name,contributor,aka\n35999921,Oppo,N1,somebody,\n');
    expect(await find('35999921')).toEqual({ brand: 'Oppo', models: ['N1'] });
    await take('tac,model\n35999922,SM-N960F\n', 'Samsung');
    expect(await find('35999922')).toEqual({ brand: 'Samsung', models: ['SM-N960F'] });
  });

  test('Adds to known codes, and prefers the later list where makers differ', async () => {
    await take('tac,brand,model\n35999931,Xiaomi,M1\n');
    await take('tac,brand,model\n35999931,xiaomi,M2\n');
    expect(await find('35999931')).toEqual({ brand: 'xiaomi', models: ['M1', 'M2'] });
    await take('tac,brand,model\n35999931,Redmi,Note 8\n');
    expect(await find('35999931')).toEqual({ brand: 'Redmi', models: ['Note 8'] });
  });

  test('Reports by line what it leaves out', async () => {
    const { rows, changed, refused } = await take(
      'tac,brand,model\n3599994,Oppo,short\n35999942,,N1\n=cmd,Oppo,N1\n35999943,Oppo,N1\n35999943,Vivo,V1\n35999945,"Oppo"x,N1\n35999946,Oppo,N\0\n',
    );
    expect({ rows, changed }).toEqual({ rows: 7, changed: 1 });
    expect(refused.map(({ line, why }) => `${line}: ${why}`)).toEqual([
      expect.stringMatching(/^2: “3599994” isn’t a TAC/u),
      expect.stringMatching(/^3: The brand of 35999942 is missing/u),
      expect.stringMatching(/^4: “=cmd” isn’t a TAC/u),
      expect.stringMatching(/^6: 35999943 is listed above/u),
      '7: Its quotes don’t match.',
      '8: It contains a character that can’t be stored.',
    ]);
  });

  test.each([
    ['', /first line must name the columns/u],
    ['<html><body>not found</body></html>', /first line must name the columns/u],
    ['tac,model\n35999951,X\n', /doesn’t name the phones’ brand/u],
    ['tac,brand,model\n35999951,Oppo,X\n35999952,Oppo,"open\n35999953,Oppo,X\n', /line 3 never end/u],
    [`tac,brand,model\n35999951,Oppo,X\n${','.repeat(2000)}\n`, /line 3 is too long/u],
  ])('Refuses the whole list %j', async (text, sentence) => {
    await expect(take(text)).rejects.toThrow(sentence);
    await expect(take(text)).rejects.toBeInstanceOf(OperatorFault);
    expect(await find('35999951')).toBeNull();
  });
});
