import { apple } from './apple.ts';
import { appleTo2020 } from './apple-to-2020.ts';
import { google } from './google.ts';
import { honor } from './honor.ts';
import { huawei } from './huawei.ts';
import type { WrittenBrand } from './model.ts';
import { motorola } from './motorola.ts';
import { nokia } from './nokia.ts';
import { nothing } from './nothing.ts';
import { oneplus } from './oneplus.ts';
import { oppo } from './oppo.ts';
import { realme } from './realme.ts';
import { samsungA } from './samsung-a.ts';
import { samsungNoteAndZ } from './samsung-note-and-z.ts';
import { samsungS } from './samsung-s.ts';
import { samsungSTo2020 } from './samsung-s-to-2020.ts';
import { sony } from './sony.ts';
import { vivo } from './vivo.ts';
import { xiaomi } from './xiaomi.ts';

/** The models that the shop itself has written down, by brand. */
export const WRITTEN: WrittenBrand[] = [
  { brand: 'Apple', models: [...appleTo2020, ...apple] },
  { brand: 'Samsung', models: [...samsungSTo2020, ...samsungS, ...samsungNoteAndZ, ...samsungA] },
  { brand: 'Google', models: google },
  { brand: 'OnePlus', models: oneplus },
  { brand: 'Xiaomi', models: xiaomi },
  { brand: 'Motorola', models: motorola },
  { brand: 'Nokia', models: nokia },
  { brand: 'Sony', models: sony },
  { brand: 'Huawei', models: huawei },
  { brand: 'Oppo', models: oppo },
  { brand: 'Vivo', models: vivo },
  { brand: 'Realme', models: realme },
  { brand: 'Nothing', models: nothing },
  { brand: 'Honor', models: honor },
];
