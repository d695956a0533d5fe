/**
 * What the address says at this moment. The router draws a change a little later: of two fields that are changed one
 * right after the other, the second would be made from the address as it was before the first, which would be lost.
 */
export const addressNow = (): URLSearchParams => new URLSearchParams(location.search);
