export const MenuSeparator = () => <hr className="my-1.5 border-line" />;
