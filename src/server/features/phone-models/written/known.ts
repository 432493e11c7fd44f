import type { Brand } from '../../catalog/index.ts';
import type { KnownModel } from '../facts.ts';
import { toModelSpecification } from '../specification.ts';
import type { WrittenModel } from './model.ts';
import { launchDollarsOf } from './prices.ts';
import { updatesOf } from './updates.ts';
import { WRITTEN } from './written.ts';

const names = new Set(WRITTEN.flatMap(({ models }) => models.map(({ model }) => model)));

/** Many put the network behind the name, where no other model is called so. */
const withNetwork = ({ model, network }: WrittenModel): string[] => {
  const name = `${model} ${network}`;
  return /\b[45]G$/u.test(model) || names.has(name) ? [] : [name];
};

/** A model that the shop has written down, with all that the specification says of every phone of it. */
export type BuiltInModel = KnownModel & {
  brand: Brand;
  specification: ReturnType<typeof toModelSpecification> & { operating_system: string };
};

const toKnownModel = (brand: Brand, model: WrittenModel): BuiltInModel => ({
  brand,
  name: model.model,
  also: [...(model.also ?? []), ...withNetwork(model)],
  numbers: model.numbers.split(' '),
  released: model.released,
  launchPriceCents: launchDollarsOf(model) * 100,
  storage: model.storage,
  ram: model.ram,
  colors: model.colors.split(', '),
  updates: model.updates ? updatesOf(model.released, model.updates) : null,
  specification: { ...toModelSpecification(model), operating_system: model.system },
});

/** Every model that the shop has written down, in the form that models are kept in. */
export const writtenModels = (): BuiltInModel[] => WRITTEN.flatMap(({ brand, models }) => models.map((model) => toKnownModel(brand, model)));
