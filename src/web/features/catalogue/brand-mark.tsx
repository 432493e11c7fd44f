import { useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/catalogue.ts';

/** Only pictures of the shop's own are asked for; the security policy refuses others. */
const isOwn = (address: string): boolean => /^\/(?!\/)/u.test(address);

/** A brand's mark on a light ground, whatever the scheme; its first letter when there is none. */
export const BrandMark = ({ brand }: { brand: Category }) => {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);

  // An error before hydration reached nobody.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);

  return (
    <span className="grid size-10 shrink-0 sm:size-12 place-items-center rounded-xl bg-accent-soft" aria-hidden="true">
      {isOwn(brand.img) && !failed ? (
        <img
          ref={image}
          src={brand.img}
          alt=""
          width={32}
          height={32}
          className="size-8 object-contain dark:rounded-md dark:bg-ink dark:p-0.5"
          onError={() => setFailed(true)}
        />
      ) : (
        <span className="font-display text-xl font-bold text-accent">{[...brand.name][0]?.toUpperCase()}</span>
      )}
    </span>
  );
};
