import { nameKeyOf } from '../phone-models/index.ts';

/** The columns that tell two phones in a list apart: whose they are, and of which model. */
export const VARIED = ['id', 'seller_id', 'brand', 'model_name', 'model_key', 'catalog_model'] as const;
export type Varied = { id: string; seller_id: string; brand: string; model_name: string; model_key: string; catalog_model: string | null };

/** The keys of a listing's model: two listings are of one model if they share any, whichever way its name is written. */
export function modelKeysOf({ brand, model_name, model_key, catalog_model }: Varied): string[] {
  const name = nameKeyOf(brand, model_name);
  // A name without letters and digits has nothing to fold.
  const written = name.endsWith(' ') ? `${name}${model_key}` : name;
  return catalog_model === null ? [written] : [written, catalog_model];
}
