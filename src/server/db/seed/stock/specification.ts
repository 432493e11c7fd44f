import { SPECIFICATION_KEYS, type Specification } from '#contract/listings.ts';
import { toModelSpecification } from '../../../features/phone-models/index.ts';
import type { StockPhone } from './phone.ts';

/** The phone's facts under the specification's 25 keys. `year` is the present one, which decides on what is left of the warranty. */
export const specificationOf = (phone: StockPhone, year: number): Specification => {
  const { offer } = phone;
  const said: Specification = {
    ...toModelSpecification(phone),
    storage: `${phone.storage} GB`,
    operating_system: phone.system,
    ram: `${phone.ram} GB`,
    model_number: phone.number,
    contract: offer.contract ?? 'None',
    lock_status: offer.lock ?? 'Unlocked',
    manufacturer_warranty: year - offer.bought <= 1 ? 'Partly left, with receipt' : 'Ended',
    region_of_origin: offer.region,
  };
  // In the order in which forms and tables show them.
  return Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, said[key]])) as Specification;
};
