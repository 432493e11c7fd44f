import { Icon } from '../../ui/icon.tsx';

/** On the smallest screens' rows a filled flag stands for it. */
export function Status({ text }: { text: string }) {
  return (
    <>
      <Icon name="flag" className="hidden size-4 fill-current max-[22rem]:in-[article]:block" />
      <span className="max-[22rem]:in-[article]:sr-only">{text}</span>
    </>
  );
}

/** On a phone's row only the icon has room. */
export function ReportIt() {
  return (
    <>
      <Icon name="flag" className="size-4" />
      <span className="max-sm:in-[article]:sr-only">Report this item</span>
    </>
  );
}
