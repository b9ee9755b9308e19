/** The tables of images of the site. */
export const tableOption = {
  kind: 'list',
  value: 'FILE',
  summary: 'more of what is known of images: fields of custom resources, flags, images',
} as const
