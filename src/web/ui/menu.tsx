import { Content, Item, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const ITEM = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left outline-none data-[highlighted]:bg-sunken';

/** A drop-down menu. `trigger` is one focusable element, such as a `Button`. */
export const Menu = ({ trigger, children }: { trigger: ReactNode; children: ReactNode }) => (
  // Not modal: the modal one locks scrolling with a style element, which the content security policy refuses.
  <Root modal={false}>
    <Trigger asChild>{trigger}</Trigger>
    <Portal>
      <Content align="end" sideOffset={8} className="z-50 min-w-56 rounded-xl border border-line bg-surface p-1.5 text-ink shadow-overlay">
        {children}
      </Content>
    </Portal>
  </Root>
);

export const MenuLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Item asChild>
    <Link to={to} className={ITEM}>
      {children}
    </Link>
  </Item>
);

export const MenuButton = ({ onSelect, children }: { onSelect: () => void; children: ReactNode }) => (
  <Item className={`${ITEM} cursor-pointer`} onSelect={onSelect}>
    {children}
  </Item>
);

export const MenuSeparator = () => <Separator className="my-1.5 h-px bg-line" />;
