import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useText } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'

/** The way to a first installation, for a platform that has none. */
export function FirstInstall() {
  const say = useText()
  const { history } = useRouter()
  return (
    <section className="card first section">
      <h2>{say('overview.first')}</h2>
      <p className="lead">{say('overview.firstHint')}</p>
      <div className="row">
        <Button onClick={() => history.push(paths.install('metrics'))}>
          {say('overview.firstGo')}
        </Button>
        <Button variant="default" onClick={() => history.push(paths.catalogue)}>
          {say('overview.browse')}
        </Button>
      </div>
    </section>
  )
}
