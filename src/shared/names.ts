/** Some names of many: `A, B and 7 more`. */
export const someNames = (names: readonly string[], most: number): string => {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
};
