import { BRANDS, type Brand } from '../../../features/catalog/index.ts';
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

const PHONES: Record<Brand, StockPhone[]> = {
  Apple: apple,
  Samsung: samsung,
  Google: google,
  OnePlus: oneplus,
  Xiaomi: xiaomi,
  Motorola: motorola,
  Nokia: nokia,
  Sony: sony,
  Huawei: huawei,
  Oppo: oppo,
  Vivo: vivo,
  Realme: realme,
  Nothing: nothing,
  Honor: honor,
};

/** The demo shop's brands in the order that the shop shows them, with what is on its shelves. */
export const stock: { brand: Brand; phones: StockPhone[] }[] = BRANDS.map((brand) => ({ brand, phones: PHONES[brand] }));
