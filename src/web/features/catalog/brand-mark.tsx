import { useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/catalog.ts';
import { imageSrcSet, isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import { classNames } from '../../ui/class-names.ts';
import { useApp } from '../../use-app.tsx';

/** The brands in the file of marks, which take the color of the surrounding text. */
const MARKS = new Set(
  ['apple', 'google', 'honor', 'huawei', 'motorola', 'nokia', 'nothing', 'oneplus', 'oppo', 'realme', 'samsung', 'sony', 'vivo', 'xiaomi'].map(
    (name) => `/brands/${name}.svg`,
  ),
);

type MarkedBrand = Pick<Category, 'name' | 'img'>;

/** Returns the address of the shop's mark for a brand of this name; empty when there is none. */
export function markOf(name: string): string {
  const address = `/brands/${name.trim().toLowerCase()}.svg`;
  return MARKS.has(address) ? address : '';
}

/** A brand's mark in the color of the surrounding text; its own picture when the shop has no mark, or else its first letter. */
export function BrandMark({ brand, className }: { brand: MarkedBrand; className?: string }) {
  return MARKS.has(brand.img) ? (
    <svg className={classNames('fill-current', className)} aria-hidden="true">
      <use href={brand.img.replace(/\/(\w+)\.svg$/u, '/marks.svg#$1')} />
    </svg>
  ) : (
    <Picture brand={brand} className={className} />
  );
}

function Picture({ brand, className }: { brand: MarkedBrand; className?: string }) {
  const place = useApp().config.images;
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);

  // An error before hydration reached no handler.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);

  if (isOwn(brand.img, place) && !failed) {
    return (
      <img
        ref={image}
        src={brand.img}
        srcSet={imageSrcSet(brand.img, place)}
        sizes="3rem"
        alt=""
        width={48}
        height={48}
        loading="lazy"
        onError={() => setFailed(true)}
        className={classNames('object-contain', className)}
      />
    );
  }
  return (
    <span className={classNames('grid place-items-center font-display text-2xl font-semibold', className)} aria-hidden="true">
      {[...brand.name][0]?.toUpperCase()}
    </span>
  );
}

/** Loads only the shop's own pictures; the security policy blocks others. */
const isOwn = (address: string, place: PicturePlace): boolean => /^\/(?!\/)/u.test(address) || isOwnImage(address, place);
