import { createHash } from 'node:crypto';
import { TEXT_KEYS } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import type { ListingsTable } from '../../../db/tables/listings.ts';

const CONTENT = ['category_id', 'image', 'price_cents', 'original_price_cents', ...TEXT_KEYS] as const;

/** A listing's content, in the columns of the table. */
export type Content = Pick<ListingsTable, (typeof CONTENT)[number] | 'photos' | 'specification'>;
export type Seen<Where> = ReturnType<typeof createSeen<Where>>;

/**
 * Recognizes phones that a seller has listed, or that are earlier in a file: by the IMEI if both have one, otherwise by all of the content, since a
 * phone with an IMEI may be one that was listed without.
 */
export function createSeen<Where>() {
  const byImei = new Map<string, Where>();
  const byContent = new Map<string, Where>();
  const withoutImei = new Map<string, Where>();
  return {
    find(content: Content, imeiHash: string | null): Where | undefined {
      const key = keyOf(content);
      return imeiHash === null ? byContent.get(key) : (byImei.get(imeiHash) ?? withoutImei.get(key));
    },
    add(content: Content, imeiHash: string | null, where: Where): void {
      const key = keyOf(content);
      if (!byContent.has(key)) byContent.set(key, where);
      if (imeiHash !== null) byImei.set(imeiHash, where);
      else if (!withoutImei.has(key)) withoutImei.set(key, where);
    },
  };
}

/** A short key for a listing's content, the same for the same content. Answers are left out: a file may have no columns for them. */
function keyOf(content: Content): string {
  const facts = JSON.parse(content.specification) as Record<string, string>;
  const all = [...CONTENT.map((name) => content[name]), JSON.parse(content.photos), SPECIFICATION_KEYS.map((key) => facts[key])];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
