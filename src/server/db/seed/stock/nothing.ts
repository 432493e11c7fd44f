import { factsOf } from './facts.ts';
import type { StockPhone } from './phone.ts';

export const nothing: StockPhone[] = [
  {
    ...factsOf('Nothing Phone (1)'),
    number: 'A063',
    ram: 8,
    storage: 128,
    system: 'Android 12, updated to Android 15',
    look: {
      back: '#f0f0ee',
      frame: '#d9d9d6',
      corner: 11,
      finish: 'glass',
      front: 'hole-left',
      island: { at: [5.5, 5.5], size: [15, 29], radius: 7.5, tone: '#dededc' },
      lenses: [
        [13, 13, 5.2],
        [13, 27, 5.2],
      ],
      flash: [24, 13],
      glyphs: true,
    },
    offer: {
      color: 'White',
      condition: 'Very good',
      place: 'Philadelphia, Pennsylvania',
      price: 169,
      newPrice: 469,
      bought: 2022,
      region: 'Europe',
      story:
        'Face down on a table it blinks for the people you choose, and you leave it there. All light strips work. A speck of dust under the back glass, as many of them have.',
    },
  },
  {
    ...factsOf('Nothing Phone (2)'),
    number: 'A065',
    ram: 12,
    storage: 256,
    system: 'Android 13, updated to Android 16',
    look: {
      back: '#4a4c50',
      frame: '#3a3c40',
      corner: 11,
      finish: 'glass',
      front: 'hole',
      island: { at: [5.5, 5.5], size: [15, 30], radius: 7.5, tone: '#3b3d41' },
      lenses: [
        [13, 13, 5.4],
        [13, 28, 5.4],
      ],
      flash: [24, 13],
      glyphs: true,
    },
    offer: {
      color: 'Dark Grey',
      condition: 'Excellent',
      place: 'Santa Barbara, California',
      price: 269,
      newPrice: 699,
      bought: 2023,
      region: 'Europe',
      state: 'advertised',
      story:
        'Set the lights to count down a taxi and never look at the screen again. Kept in a clear bumper; I could find no scratch to photograph. With its flat box and cable.',
    },
  },
  {
    ...factsOf('Nothing Phone (2a)'),
    number: 'A142',
    ram: 8,
    storage: 128,
    system: 'Android 14, updated to Android 16',
    look: {
      back: '#e6e4de',
      frame: '#d0cec8',
      corner: 11,
      finish: 'glass',
      front: 'hole',
      island: { at: [21, 12], size: [34, 18], radius: 9, tone: '#c9c7c1' },
      lenses: [
        [30.5, 21, 5.4],
        [45.5, 21, 5.4],
      ],
      flash: [62, 21],
      glyphs: true,
    },
    offer: {
      color: 'Milk',
      condition: 'Like new',
      place: 'Cincinnati, Ohio',
      price: 179,
      newPrice: 349,
      bought: 2025,
      region: 'Europe',
      story:
        'With its two eyes it looks at you like a friendly robot. Three months of use, then my company gave me another. Receipt and warranty papers are here.',
    },
  },
];
