/** Columns of documents and folders; actions for members who may use them. */
export const COLUMNS = [
  { label: 'Name' },
  { label: 'Type', className: 'hidden w-40 lg:table-cell' },
  { label: 'Size', figures: true, className: 'hidden w-24 md:table-cell' },
  { label: 'Added', className: 'hidden w-52 pl-8 md:table-cell' },
];
export const ACTIONS = { label: 'Actions', quiet: true, className: 'w-12' };

export const CELL = 'border-b border-line py-3 md:py-2.5';
/** A cell of buttons, which have their own height. */
export const BARE = 'border-b border-line';
