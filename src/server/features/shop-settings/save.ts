import { v7 as uuid } from 'uuid';
import { cutText } from '#contract/shared/cut-text.ts';
import { isOwnImage } from '#contract/shared/image-sizes.ts';
import type { SettingsValues } from '#contract/shop-settings.ts';
import { noteShop } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { writeAudit } from '../audit/index.ts';
import { arrangeDefaultBrands, BRAND_MARKS, findBrands, setBrands, toNameKey } from '../catalog/index.ts';
import { markImagesUsed, requireStored } from '../images/index.ts';
import { findLatest, insertVersion, type Version } from './queries.ts';
import { arrangeBrands, changedBetween, isSaved, newerVersionError, requireOwnPictures } from './rules.ts';
import { toStored, toValues } from './stored.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;
type Meant = { values: SettingsValues /** The version that was changed. */; revision: number; userId: string };
type Saved = { revision: number; isChanged: boolean };

const AUDITED_LENGTH = 500;

/**
 * Saves settings as a new version. Throws `ConflictError` when a later one than `revision` has other settings, and `InvalidError` at the field of a brand or picture that isn't
 * allowed.
 */
export async function saveSettings({ db, clock, images }: Needs, { values, revision, userId }: Meant): Promise<Saved> {
  const pictures = picturesOf(values);
  requireOwnPictures(pictures, (address) => isOwnImage(address, images));
  await requireStored(images, pictures);
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const latest = await findLatest(tx);
    const before = toValues(latest.settings);
    if (isSaved(values, before)) return { revision: latest.revision, isChanged: false };
    if (latest.revision !== revision) throw newerVersionError(latest.revision);
    const brands = changedBetween(before, values).includes('brands') ? await planBrands(tx, values.brands) : null;
    const after = { ...values, brands: brands ? brands.stored : before.brands };
    const changed = changedBetween(before, after);
    if (changed.length === 0) return { revision, isChanged: false };
    if (!(await insertVersion(tx, { after: revision, settings: toStored(after), changed, userId, now }))) return requireSaved(await findLatest(tx), values);
    const deed = { act: 'setting_changed', subject: { kind: 'setting', id: 'shop' }, by: { role: 'admin', id: userId }, now } as const;
    await writeAudit(tx, { ...deed, before: toAudited(before, changed), after: toAudited(after, changed) });
    // After the version is inserted, so that two concurrent changes never deadlock on the brands.
    if (brands) await setBrands(tx, brands.planned);
    await markImagesUsed(tx, images, { addresses: pictures.map(([, address]) => address), now });
    await noteShop(tx, now);
    return { revision: revision + 1, isChanged: true };
  });
}

/** Another request has just saved a version. Throws 409 unless that was the same, sent twice. */
function requireSaved(latest: Version, values: SettingsValues): Saved {
  if (!isSaved(values, toValues(latest.settings))) throw newerVersionError(latest.revision);
  return { revision: latest.revision, isChanged: false };
}

/** The pictures in the settings, each with its field. */
function picturesOf({ logo, brands }: SettingsValues): [field: string, address: string][] {
  return [
    ...(logo === null ? [] : [['logo', logo] as [string, string]]),
    ...(brands ?? []).flatMap(({ img }, at): [string, string][] => (img === '' || BRAND_MARKS.has(img) ? [] : [[`brands.${at}.img`, img]])),
  ];
}

/** The new list of brands: as set, or the default order. `kept` is what the version stores of them. */
async function planBrands(tx: Db, brands: SettingsValues['brands']) {
  const present = await findBrands(tx);
  if (brands === null) return { stored: null, planned: arrangeDefaultBrands(present) };
  const planned = arrangeBrands(brands, present, { keyOf: toNameKey, newId: uuid });
  return { stored: planned, planned };
}

/** The changed settings for the audit log. */
function toAudited(values: SettingsValues, changed: readonly (keyof SettingsValues)[]): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    changed.map((name) => {
      const value = values[name];
      return [name, typeof value === 'object' && value !== null ? cutText(JSON.stringify(value), AUDITED_LENGTH) : value];
    }),
  );
}
