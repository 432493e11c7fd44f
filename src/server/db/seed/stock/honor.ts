import { factsOf } from './facts.ts';
import type { StockPhone } from './phone.ts';

export const honor: StockPhone[] = [
  {
    ...factsOf('Honor 10'),
    number: 'COL-L29',
    ram: 4,
    storage: 64,
    system: 'Android 8.1, updated to Android 10',
    look: {
      back: '#2c62b8',
      corner: 9,
      finish: 'glass',
      front: 'notch',
      island: { at: [6, 7], size: [27, 11], radius: 5.5, tone: '#1a3a78' },
      lenses: [
        [12, 12.5, 4.1],
        [24, 12.5, 4.1],
      ],
      flash: [38, 12.5],
    },
    offer: {
      color: 'Phantom Blue',
      condition: 'Good',
      place: 'Louisville, Kentucky',
      price: 55,
      newPrice: 449,
      bought: 2018,
      region: 'Europe',
      story:
        'Blue turning violet, as if lit from inside. It served as a radio in my workshop lately, so the corners have some character. Battery fine for a day.',
    },
  },
  {
    ...factsOf('Honor View 20'),
    number: 'PCT-L29',
    ram: 8,
    storage: 256,
    system: 'Android 9, updated to Android 10',
    look: {
      back: '#a3202f',
      corner: 9,
      finish: 'glass',
      front: 'hole-left',
      island: { at: [6, 7], size: [36, 12], radius: 6, tone: '#561018' },
      lenses: [
        [13, 13, 4.6],
        [26, 13, 3.8],
      ],
      flash: [37, 13],
      reader: [37.7, 40, 5.4],
    },
    offer: {
      color: 'Phantom Red',
      condition: 'Very good',
      place: 'Rochester, New York',
      price: 99,
      newPrice: 649,
      bought: 2019,
      region: 'Europe',
      story:
        'One of the very first with a hole in the screen, and a red that deserves an evening out. Plenty of memory left for years of photos. No cracks, no repairs.',
    },
  },
  {
    ...factsOf('Honor 50'),
    number: 'NTH-NX9',
    ram: 8,
    storage: 256,
    system: 'Android 11, updated to Android 13',
    look: {
      back: '#7fbfae',
      corner: 9.5,
      finish: 'satin',
      front: 'hole',
      island: { at: [5, 6], size: [23, 47], radius: 11.5, tone: '#5f9d8d' },
      lenses: [
        [16.5, 17.5, 8.2],
        [16.5, 41.5, 8.2],
      ],
      flash: [16.5, 29.5],
    },
    offer: {
      color: 'Emerald Green',
      condition: 'Very good',
      place: 'Indianapolis, Indiana',
      price: 149,
      newPrice: 529,
      bought: 2021,
      region: 'Europe',
      story:
        'The two great rings on the back are what everyone notices first. Comfortable curves, a very good screen and a quick charger. Small scuff on the lower rim, shown when we meet.',
    },
  },
];
