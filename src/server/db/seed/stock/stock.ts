import { apple } from './apple.ts';
import { google } from './google.ts';
import { honor } from './honor.ts';
import { huawei } from './huawei.ts';
import { motorola } from './motorola.ts';
import { nokia } from './nokia.ts';
import { nothing } from './nothing.ts';
import { oneplus } from './oneplus.ts';
import { oppo } from './oppo.ts';
import type { StockPhone } from './phone.ts';
import { realme } from './realme.ts';
import { samsung } from './samsung.ts';
import { sony } from './sony.ts';
import { vivo } from './vivo.ts';
import { xiaomi } from './xiaomi.ts';

/** The demo shop's brands in the order that the shop shows them, with what is on its shelves. */
export const stock: { brand: string; phones: StockPhone[] }[] = [
  { brand: 'Apple', phones: apple },
  { brand: 'Samsung', phones: samsung },
  { brand: 'Google', phones: google },
  { brand: 'OnePlus', phones: oneplus },
  { brand: 'Xiaomi', phones: xiaomi },
  { brand: 'Motorola', phones: motorola },
  { brand: 'Nokia', phones: nokia },
  { brand: 'Sony', phones: sony },
  { brand: 'Huawei', phones: huawei },
  { brand: 'Oppo', phones: oppo },
  { brand: 'Vivo', phones: vivo },
  { brand: 'Realme', phones: realme },
  { brand: 'Nothing', phones: nothing },
  { brand: 'Honor', phones: honor },
];
