/** What the package ships, by the name of the file in dist/; package.json's bin and exports point there. */
export const entryPoints: Readonly<Record<string, string>> = {
  outrigger: 'src/cli/main.ts',
}
