import { factsOf } from './facts.ts';
import type { StockPhone } from './phone.ts';

export const oppo: StockPhone[] = [
  {
    ...factsOf('Oppo Find X2 Pro'),
    number: 'CPH2025',
    ram: 12,
    storage: 512,
    system: 'Android 10, updated to Android 13',
    look: {
      back: '#26272b',
      corner: 9.5,
      finish: 'satin',
      front: 'hole-left',
      island: { at: [5, 6], size: [21, 45], radius: 4.5, tone: '#111214' },
      lenses: [
        [15.5, 15, 5],
        [15.5, 28.5, 5],
        [15.5, 42, 4.4],
      ],
      flash: [23.3, 36],
    },
    offer: {
      color: 'Ceramic Black',
      condition: 'Excellent',
      place: 'Las Vegas, Nevada',
      price: 239,
      newPrice: 1199,
      bought: 2020,
      region: 'Europe',
      story:
        'The ceramic back simply does not scratch, and after six years I call that proven. Half a terabyte, never full. The wall charger fills it in forty minutes.',
    },
  },
  {
    ...factsOf('Oppo Reno4 Pro'),
    number: 'CPH2109',
    ram: 8,
    storage: 128,
    system: 'Android 10, updated to Android 12',
    look: {
      back: '#dfe3ee',
      frame: '#c8cede',
      corner: 9.5,
      finish: 'satin',
      front: 'hole-left',
      island: { at: [5, 6], size: [22, 38], radius: 4.5, tone: '#20232b' },
      lenses: [
        [13, 14, 4.9],
        [13, 27, 4.2],
        [22, 21, 2.8],
        [13, 37.5, 3],
      ],
      flash: [22, 13],
    },
    offer: {
      color: 'Silky White',
      condition: 'Good',
      place: 'Orlando, Florida',
      price: 89,
      newPrice: 469,
      bought: 2020,
      region: 'India',
      story:
        'Silky is the right word for this back. A thin scratch runs across the upper third of the screen, invisible when lit. Dual SIM, so it travelled well.',
    },
  },
  {
    ...factsOf('Oppo Find X5 Pro'),
    number: 'CPH2305',
    ram: 12,
    storage: 256,
    system: 'Android 12, updated to Android 15',
    look: {
      back: '#eceae5',
      frame: '#d5d2cb',
      corner: 9.5,
      finish: 'glass',
      front: 'hole-left',
      island: { at: [5, 6], size: [37, 39], radius: 8, tone: '#e0ddd6' },
      lenses: [
        [15, 16, 6.6],
        [15, 34, 6.6],
        [32, 17, 4.8],
      ],
      flash: [32, 31],
    },
    offer: {
      color: 'Ceramic White',
      condition: 'Very good',
      place: 'Houston, Texas',
      price: 289,
      newPrice: 1199,
      bought: 2022,
      region: 'Europe',
      story:
        'The camera bump flows out of the white ceramic as if it were poured. A nick in the frame near the charging port is its only blemish. Wireless charger added for free.',
    },
  },
];
