import type { Specification } from '#contract/listings.ts';
import type { StockPhone } from './phone.ts';

const WIFI: Record<StockPhone['wifi'], string> = {
  4: 'Wi-Fi 4 (802.11n)',
  5: 'Wi-Fi 5 (802.11ac)',
  6: 'Wi-Fi 6 (802.11ax)',
  '6E': 'Wi-Fi 6E (802.11ax)',
  7: 'Wi-Fi 7 (802.11be)',
};

const UNLOCK: Record<StockPhone['unlock'], string> = {
  face: 'Face recognition in depth',
  'home button': 'Fingerprint reader in the home button',
  side: 'Fingerprint reader in the side key',
  'under the display': 'Fingerprint reader under the display',
  back: 'Fingerprint reader on the back',
};

const connectivityOf = (phone: StockPhone): string =>
  [WIFI[phone.wifi], `Bluetooth ${phone.bluetooth}`, phone.withoutNfc ? null : 'NFC', 'GPS', phone.port].filter((part) => part !== null).join(', ');

const sensorsOf = (phone: StockPhone): string =>
  [UNLOCK[phone.unlock], 'accelerometer', 'gyroscope', 'proximity', 'compass', ...(phone.barometer ? ['barometer'] : [])].join(', ');

const storageOf = (phone: StockPhone): string => `${phone.storage} GB`;

/** The phone's facts under the specification's 25 keys. `year` is the present one, which decides on what is left of the warranty. */
export const specificationOf = (phone: StockPhone, year: number): Specification => {
  const [height, width, depth] = phone.size;
  const { screen, offer } = phone;
  return {
    network: `GSM, 3G, 4G LTE${phone.network === '5G' ? ', 5G' : ''}`,
    Dimensions: `${height} x ${width} x ${depth} mm`,
    weight: `${phone.grams} g`,
    build: phone.build,
    SIM: phone.sim,
    display_technology: screen.type,
    display_size: `${screen.inches.toFixed(screen.inches * 10 === Math.round(screen.inches * 10) ? 1 : 2)} inches`,
    display_resolution: `${screen.pixels[0]} x ${screen.pixels[1]} pixels`,
    processor: phone.cpu,
    chipset: phone.chip,
    storage: storageOf(phone),
    rear_camera: phone.rear,
    front_camera: phone.front,
    headphone_jack: phone.jack ? 'Yes, 3.5 mm' : 'No',
    connectivity: connectivityOf(phone),
    sensors: sensorsOf(phone),
    battery: phone.battery,
    operating_system: phone.system,
    ram: `${phone.ram} GB`,
    model_number: phone.number,
    contract: offer.contract ?? 'None',
    lock_status: offer.lock ?? 'Unlocked',
    manufacturer_warranty: year - offer.bought <= 1 ? 'Partly left, with receipt' : 'Ended',
    features: phone.features,
    region_of_origin: offer.region,
  };
};
