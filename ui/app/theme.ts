import { createTheme } from '@mantine/core'

const still = { transitionProps: { duration: 0 } }

/** The defaults of Mantine's parts. Scroll locks and transitions would write style elements, which the content policy forbids. */
export const theme = createTheme({
  components: {
    Modal: { defaultProps: { lockScroll: false, ...still } },
    Drawer: { defaultProps: { lockScroll: false, ...still } },
    Menu: { defaultProps: still },
    Tooltip: { defaultProps: still },
    Select: { defaultProps: { comboboxProps: still } },
  },
})
