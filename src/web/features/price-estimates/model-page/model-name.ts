/** A model with its brand, which some names include: `Nothing Phone (2)`. */
export const fullNameOf = ({ brand, model_name }: { brand: string; model_name: string }): string =>
  model_name.toLowerCase().startsWith(`${brand.toLowerCase()} `) ? model_name : `${brand} ${model_name}`;

/** A size in gigabytes as the shop writes it: `128 GB`, `1 TB`. */
export const formatStorage = (gigabytes: number): string => (gigabytes >= 1024 ? `${gigabytes / 1024} TB` : `${gigabytes} GB`);

/** The page of a model's prices. */
export const pathOfPrices = (id: string): string => `/prices/${encodeURIComponent(id)}`;
