import { type ReactNode, useState } from 'react';
import type { BrandSetting, ShopSettings } from '#contract/shop-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { inForce } from './draft.ts';
import { MoveButtons, moved } from './move-buttons.tsx';
import { PictureChoice } from './picture-choice.tsx';
import { SECTION_LABELS } from './setting-labels.ts';
import { PartError, type PartProps, SettingPart } from './setting-part.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const ROW = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-line bg-surface px-4 py-2';

type BrandRowProps = {
  form: SettingsForm;
  brand: BrandSetting;
  mark: ReactNode;
  shopMark: string;
  error: string | undefined;
  onMark: (img: string) => void;
  /** Moves and removes it. */
  actions: ReactNode;
};

type BrandsPartProps = PartProps & {
  /** Renders a brand's mark. */
  brandMark: (brand: { name: string; img: string }) => ReactNode;
  /** Returns the address of the shop's mark for a brand of this name; empty when there is none. */
  shopMarkOf: (name: string) => string;
};

export function SectionsPart({ form, settings }: PartProps) {
  const sections = inForce('sections', form.draft, settings);
  return (
    <SettingPart title="Home page" intro="The carousel comes first. Below it, in this order:" names={['sections']} form={form} settings={settings}>
      <PartError message={form.errorAt('sections')} />
      <ol className="grid gap-2">
        {sections.map((name, at) => (
          <li key={name} className={ROW}>
            <span className="font-medium">{SECTION_LABELS[name]}</span>
            <MoveButtons name={SECTION_LABELS[name]} at={at} count={sections.length} onMove={(by) => form.set('sections', moved(sections, at, by))} />
          </li>
        ))}
      </ol>
    </SettingPart>
  );
}

export function BrandsPart({ form, settings, brandMark, shopMarkOf }: BrandsPartProps) {
  const brands = brandsOf(form, settings);
  const write = (next: BrandSetting[]): void => form.set('brands', next);
  return (
    <SettingPart
      title="Brands"
      intro="Once saved, a brand can’t be renamed or removed: links and listings depend on it."
      names={['brands', 'hideEmptyBrands']}
      form={form}
      settings={settings}
    >
      <Checkbox
        label="Hide brands with no phones on sale from the home page"
        checked={inForce('hideEmptyBrands', form.draft, settings)}
        onChange={({ currentTarget }) => form.set('hideEmptyBrands', currentTarget.checked)}
      />
      <PartError message={form.errorAt('brands')} />
      <ol className="grid gap-2">
        {brands.map((brand, at) => (
          <BrandRow
            key={brand._id ?? brand.name}
            form={form}
            brand={brand}
            mark={brandMark(brand)}
            shopMark={shopMarkOf(brand.name)}
            error={form.errorAt(`brands.${at}.name`) ?? form.errorAt(`brands.${at}.img`)}
            onMark={(img) => write(brands.map((one, place) => (place === at ? { ...one, img } : one)))}
            actions={
              <span className="flex flex-wrap gap-1">
                {brand._id === null && (
                  <Button variant="secondary" size="small" aria-label={`Remove ${brand.name}`} onClick={() => write(brands.filter((one) => one !== brand))}>
                    Remove
                  </Button>
                )}
                <MoveButtons name={brand.name} at={at} count={brands.length} onMove={(by) => write(moved(brands, at, by))} />
              </span>
            }
          />
        ))}
      </ol>
      <AddBrand brands={brands} onAdd={(name) => write([...brands, { _id: null, name, img: shopMarkOf(name) }])} />
    </SettingPart>
  );
}

/** Returns the brands as drafted, or else the shop's. */
export const brandsOf = ({ draft }: Pick<SettingsForm, 'draft'>, { brands }: Pick<ShopSettings, 'brands'>): BrandSetting[] => draft.values.brands ?? brands;

function BrandRow({ form, brand, mark, shopMark, error, onMark, actions }: BrandRowProps) {
  return (
    <li className={ROW}>
      <span className="flex min-w-0 items-center gap-3">
        {mark}
        <span className="font-medium wrap-anywhere" dir="auto">
          {brand.name}
        </span>
      </span>
      {actions}
      <details className="w-full">
        <summary className="inline-flex min-h-11 items-center text-sm text-muted hover:text-ink">
          Logo<span className="sr-only"> for {brand.name}</span>
        </summary>
        <div className="flex flex-wrap items-start gap-3 pb-2">
          {shopMark !== '' && (
            <Button variant="secondary" size="small" aria-pressed={brand.img === shopMark} onClick={() => onMark(shopMark)}>
              Use brand logo
            </Button>
          )}
          <Button variant="secondary" size="small" aria-pressed={brand.img === ''} onClick={() => onMark('')}>
            Use first letter
          </Button>
          <PictureChoice
            form={form}
            label={`Upload an image for ${brand.name}`}
            isLabelHidden
            hint="Or upload your own image."
            error={error}
            onChoose={onMark}
          />
        </div>
      </details>
      <PartError message={error} />
    </li>
  );
}

function AddBrand({ brands, onAdd }: { brands: BrandSetting[]; onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const added = name.trim();
  const isThere = brands.some((brand) => brand.name.toLowerCase() === added.toLowerCase());
  const add = (): void => {
    if (added === '' || isThere) return;
    onAdd(added);
    setName('');
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field
        label="New brand"
        value={name}
        maxLength={40}
        hint="Added at the end. You can move it afterwards."
        error={isThere ? 'This brand is already listed.' : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        className="min-w-0 flex-1 basis-56"
      />
      <Button variant="secondary" className="mt-7.5" onClick={add}>
        Add
      </Button>
    </div>
  );
}
