import type { ModelKey } from '#contract/phone-models.ts';
import type { ModelFacts } from './written/model.ts';

const WIFI: Record<ModelFacts['wifi'], string> = {
  4: 'Wi-Fi 4 (802.11n)',
  5: 'Wi-Fi 5 (802.11ac)',
  6: 'Wi-Fi 6 (802.11ax)',
  '6E': 'Wi-Fi 6E (802.11ax)',
  7: 'Wi-Fi 7 (802.11be)',
};

const UNLOCK: Record<ModelFacts['unlock'], string> = {
  face: 'Face recognition in depth',
  'home button': 'Fingerprint reader in the home button',
  side: 'Fingerprint reader in the side key',
  'under the display': 'Fingerprint reader under the display',
  back: 'Fingerprint reader on the back',
};

const connectivityOf = (model: ModelFacts): string =>
  [WIFI[model.wifi], `Bluetooth ${model.bluetooth}`, model.withoutNfc ? null : 'NFC', 'GPS', model.port].filter((part) => part !== null).join(', ');

const sensorsOf = (model: ModelFacts): string =>
  [
    UNLOCK[model.unlock],
    'accelerometer',
    ...(model.withoutGyroscope ? [] : ['gyroscope']),
    'proximity',
    'compass',
    ...(model.barometer ? ['barometer'] : []),
  ].join(', ');

/** Everything that a model's facts say under the specification's keys; storage, memory, model number and system are chosen elsewhere. */
export const toModelSpecification = (model: ModelFacts) => {
  const [height, width, depth] = model.size;
  const { type, inches, pixels } = model.screen;
  return {
    network: `GSM, 3G, 4G LTE${model.network === '5G' ? ', 5G' : ''}`,
    Dimensions: `${height} x ${width} x ${depth} mm`,
    weight: `${model.grams} g`,
    build: model.build,
    SIM: model.sim,
    display_technology: type,
    display_size: `${inches.toFixed(inches * 10 === Math.round(inches * 10) ? 1 : 2)} inches`,
    display_resolution: `${pixels[0]} x ${pixels[1]} pixels`,
    processor: model.cpu,
    chipset: model.chip,
    rear_camera: model.rear,
    front_camera: model.front,
    headphone_jack: model.jack ? 'Yes, 3.5 mm' : 'No',
    connectivity: connectivityOf(model),
    sensors: sensorsOf(model),
    battery: model.battery,
    features: model.features,
  } satisfies Partial<Record<ModelKey, string>>;
};
